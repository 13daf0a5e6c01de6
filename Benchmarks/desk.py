#!/usr/bin/env python3
"""The console beside its own API, and each question of a customer: clicks, and seconds from the search to the sentence.

    QIX_HOME=FOLDER QIX_BINARY=PROGRAM Benchmarks/desk.py USER [ROUNDS]

The page of USER is opened ROUNDS times; after each, the same requests are sent again without a browser, over as many
connections as a browser has. Medians of both, and of their ratio.
"""

import os
import re
import statistics
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests/PagesTests"))

from harness import CHROMIUM, FLAGS, Home, Pages, Server  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

CONNECTIONS = 6


SETTLED = """() => new Promise((resolve) => {
  const look = () => document.querySelector(".say") && document.querySelector(".time") &&
    !document.querySelector("main [aria-busy=true]") ? resolve(Date.now()) : requestAnimationFrame(look)
  look()
})"""


def settled(page):
    """The time, in milliseconds, at which the sentence, the line of time and each card had their answers."""
    return page.evaluate(SETTLED)


def opened(page, lead):
    """Milliseconds until the page of a customer to which `lead` leads is settled, and the paths that it asked for."""
    asked = []

    def note(request):
        path = re.sub(r"^https?://[^/]+", "", request.url)
        isStream = "event-stream" in request.headers.get("accept", "")
        if request.method == "GET" and path.startswith("/v1/") and not isStream:
            asked.append(path)

    page.on("request", note)
    started = time.time() * 1000
    lead()
    taken = settled(page) - started
    page.remove_listener("request", note)
    return taken, asked


def replayed(server, token, paths):
    """Milliseconds of the same requests without a browser."""
    local = threading.local()

    def ask(path):
        if not hasattr(local, "connection"):
            local.connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        local.connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = local.connection.getresponse()
        answer.read()
        return answer.status

    started = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(ask, paths))
    return (time.perf_counter() - started) * 1000


def compared(page, name, server, token, rounds, lead, before=lambda: None):
    """Prints the medians of the page, of its requests alone, and of the ratio of each pair."""
    pairs = []
    for _ in range(rounds):
        before()
        page.wait_for_timeout(300)
        taken, paths = opened(page, lead)
        pairs.append((taken, replayed(server, token, paths), len(paths)))
    shown, answered, count = (statistics.median(column) for column in zip(*pairs))
    ratio = statistics.median(one / other for one, other, _ in pairs)
    print(f"{name}: page {shown:.0f} ms, its {count:.0f} requests {answered:.0f} ms, ratio {ratio:.2f}")


def questions(page, user):
    """Asks each question from the console's first page, as one who knows the customer's name alone."""
    print(f"\n{'question':10} clicks seconds")
    for name in [chip.get_attribute("data-question") for chip in page.locator("[data-question]").all()]:
        if not name:
            continue
        page.goto(page.url.split("/console")[0] + "/console")
        page.get_by_role("searchbox").fill(user)
        started, clicks = time.perf_counter(), 1
        page.keyboard.press("Enter")
        page.locator(".say").wait_for()
        chip = page.locator(f'[data-question="{name}"]')
        if chip.count() == 0:
            page.get_by_role("button", name="More questions").click()
            clicks += 1
        if chip.get_attribute("aria-pressed") != "true":
            chip.click()
            clicks += 1
        expect(chip).to_have_attribute("aria-pressed", "true")
        page.locator(".say").wait_for()
        print(f"{name:10} {clicks:6} {time.perf_counter() - started:7.2f}")


def main(user, rounds):
    home = Home(Path(os.environ["QIX_HOME"]))
    server = Server(home)
    token = home.token("support", name=f"desk-{int(time.time())}")
    home.tokens["pages-support"] = token
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = Pages(browser).signed_in(server, "support")
        page.get_by_role("searchbox").fill(user)
        page.keyboard.press("Enter")
        page.wait_for_url("**/console/users/**")
        address = page.url
        settled(page)
        compared(page, "from the list", server, token, rounds, page.go_forward, before=page.go_back)
        compared(page, "by its address", server, token, rounds, lambda: page.goto(address))
        more = page.get_by_role("button", name="More questions")
        if more.count():
            more.click()
        questions(page, user)
        browser.close()
    server.stop()


if __name__ == "__main__":
    if len(sys.argv) < 2 or not os.environ.get("QIX_HOME"):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10)
