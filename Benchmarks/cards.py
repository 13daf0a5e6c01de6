#!/usr/bin/env python3
"""Twelve cards dragged and thrown by a finger: script of each frame at a quarter of the processor, beside a prototype.

    Benchmarks/cards.py [FOLDER]

FOLDER has the prototype's demo.html and cards-physics.mjs; without it there is only ours. First come the steps alone,
by node (cards.mjs). A frame's script is that of its callback, by the clock; the last figure is of all script, that of
pointers too, by the processor's time, in which it is made slower, too: where others use the machine, it says more.
"""

import subprocess
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/PagesTests"))

from harness import CHROMIUM, FLAGS  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

SLOWER = 4
ROUNDS = 5

TIMED = """
window.frames_ = []
const ask = window.requestAnimationFrame.bind(window)
window.requestAnimationFrame = (act) => ask((now) => {
  const began = performance.now()
  act(now)
  window.frames_.push(performance.now() - began)
})
"""


class Handler(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def end_headers(self):
        # Pages that are by themselves have clocks of 5 µs instead of 100.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def served(folder):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def round_trip(x, y):
    """Twice round the page, and back."""
    corners = [(x, y), (x + 90, y + 40), (x + 60, y + 260), (x - 90, y + 240), (x - 70, y - 60), (x, y)]
    path = []
    for _ in range(2):
        for (x0, y0), (x1, y1) in zip(corners, corners[1:]):
            path += [(x0 + (x1 - x0) * n / 24, y0 + (y1 - y0) * n / 24) for n in range(24)]
    return path


def finger(session, path, pause):
    for place, (x, y) in enumerate(path):
        kind = "touchStart" if place == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        time.sleep(pause)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def script_seconds(session):
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(one["value"] for one in metrics if one["name"] == "ScriptDuration")


def measured(browser, address, height, card):
    """Milliseconds of each frame's script, and the mean of all script by frame, by the processor's time."""
    context = browser.new_context(viewport={"width": 360, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.add_init_script(TIMED)
    page.goto(address)
    card = page.locator(card)
    card.wait_for()
    page.wait_for_timeout(500)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    box = card.bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + 30)
    page.evaluate("frames_.length = 0")
    before = script_seconds(session)
    finger(session, round_trip(*start), 0.012)
    page.wait_for_timeout(800)
    box = card.bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + 30)
    finger(session, [(start[0], start[1] - 60 * n) for n in range(6)], 0.008)
    page.wait_for_timeout(2000)
    taken = page.evaluate("frames_")
    mean = (script_seconds(session) - before) * 1000 / len(taken)
    context.close()
    return taken, mean


def printed(name, rounds):
    frames = sorted(frame for taken, _ in rounds for frame in taken)
    p50, p95 = frames[len(frames) // 2], frames[len(frames) * 95 // 100]
    mean = sum(mean for _, mean in rounds) / len(rounds)
    print(
        f"{name}: script of {len(frames)} frames at a processor {SLOWER} times slower, ms: p50 {p50:.2f},"
        f" p95 {p95:.2f}, worst {frames[-1]:.2f}; the processor's time for all script of a frame: {mean:.2f}"
    )


def main(prototype):
    steps = ["node", ROOT / "Benchmarks/cards.mjs"]
    subprocess.run([*steps, *([prototype / "cards-physics.mjs"] if prototype else [])], check=True)
    ours, theirs = served(ROOT), prototype and served(prototype)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        pages = {"cards": (f"{ours}/Tests/PagesTests/cards/page.html?cards=12", 1400, "[data-card=c4]")}
        if prototype:
            pages["prototype"] = (f"{theirs}/demo.html", 640, "#stage li:nth-child(5)")
        rounds = {name: [] for name in pages}
        for _ in range(ROUNDS):
            for name, page in pages.items():
                rounds[name].append(measured(browser, *page))
        browser.close()
    for name, taken in rounds.items():
        printed(name, taken)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None)
