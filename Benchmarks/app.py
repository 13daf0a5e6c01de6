"""How long the users' app takes to its first useful moment on a slow phone, beside an empty page in the same run.

    QIX_BINARY=.build/release/qix .build/pages-tools/bin/python Benchmarks/app.py [ROUNDS]

The phone: processor slowed four times, 1.6 Mbit/s, 150 ms each way and back. In turn, each in a browser of its own
without anything kept: an answer of a few bytes, the welcome of somebody who is new, and the cards of somebody who isn't.
Then the cards once more, with what the first visit has kept. Prints medians in milliseconds, and the bytes that came.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests/PagesTests"))
from harness import CHROMIUM, FLAGS, Home, Server
from playwright.sync_api import sync_playwright

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 7


def slow(page):
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750})
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    return received


# When what one looks for is there, and a press of it would be heard.
READY = """name => new Promise(done => {
  const look = () => {
    const there = [...document.querySelectorAll("button, a")].find(one => one.textContent.includes(name))
    if (there) requestAnimationFrame(() => done(performance.now()))
    else setTimeout(look, 5)
  }
  look()
})"""
EMPTY = "() => performance.getEntriesByType('navigation')[0].responseEnd"


def visit(browser, url, wanted, state=None, context=None):
    context = context or browser.new_context(viewport={"width": 390, "height": 844}, storage_state=state, locale="en")
    page = context.new_page()
    received = slow(page)
    page.goto(url, wait_until="commit")
    took = page.evaluate(READY, wanted) if wanted else page.evaluate(EMPTY)
    page.wait_for_timeout(300)
    return took, sum(received), context


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Home(Path(folder) / "home")
        home.qix("init", "--sample", "--quiet", "--yes")
        home.qix("setting", "set", "sessions.guests", "open", "--quiet")
        home.qix("setting", "set", "server.guest-requests-per-minute", "1000000", "--quiet")
        server = Server(home)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            first = browser.new_context()
            page = first.new_page()
            page.goto(f"{server.url}/app/")
            page.get_by_role("button", name="Start without an account").click()
            page.get_by_role("link", name="Shake now").wait_for()
            state = first.storage_state()
            first.close()
            figures = {"an empty page": [], "welcome": [], "cards": [], "cards, again": []}
            for _ in range(ROUNDS):
                took, size, context = visit(browser, f"{server.url}/healthz", None)
                figures["an empty page"].append((took, size))
                context.close()
                took, size, context = visit(browser, f"{server.url}/app/", "Start without")
                figures["welcome"].append((took, size))
                context.close()
                took, size, context = visit(browser, f"{server.url}/app/", "Shake now", state)
                figures["cards"].append((took, size))
                context.pages[0].wait_for_timeout(4000)
                figures["cards, again"].append(visit(browser, f"{server.url}/app/", "Shake now", context=context)[:2])
                context.close()
            print(f"{'':16}{'ms':>8}{'of empty':>10}{'bytes':>10}   rounds {ROUNDS}, load {os.getloadavg()[0]:.1f}")
            base = statistics.median(took for took, _ in figures["an empty page"])
            for name, rows in figures.items():
                took = statistics.median(one for one, _ in rows)
                size = statistics.median(one for _, one in rows)
                print(f"{name:16}{took:8.0f}{took / base:10.1f}{size:10.0f}")
        finally:
            browser.close()
            server.stop()


main()
