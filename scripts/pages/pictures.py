#!/usr/bin/env python3
"""Makes the pictures of docs/console.md from the sample home.

    QIX_BINARY=PROGRAM scripts/pages/pictures.py
"""

import io
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/PagesTests"))

from harness import CHROMIUM, FLAGS, Home, Pages, Server  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402


def lived_in(home):
    """A customer with some history, and a campaign that runs."""
    qix = home.qix
    today = date.today()
    qix("user", "create", "--external-id", "mira", "--quiet")
    for number, amount in enumerate((450, 120, 30), 981):
        qix("coins", "issue", "--to", "mira", "--amount", amount, "--expires", "P12M", "--idempotency-key",
            f"till-{number}", "--reason", "a purchase", "--quiet")
    qix("voucher", "generate", "cup", "--count", 50, "--title", "A latte", "--value", "2.00 EUR", "--quiet")
    qix("reward", "create", "cup", "--brand", "Alba", "--title", "A latte", "--delivery", "voucher:cup", "--price",
        100, "--quiet")
    qix("reward", "publish", "cup", "--quiet")
    qix("reward", "redeem", "cup", "--user", "mira", "--idempotency-key", "tap-1", "--quiet")
    qix("tv", "schedule", "add", "--channel", "Uno", "--programme", "Harvest live", "--start", f"{today}T00:00",
        "--length", "2d", "--zone", "UTC", "--quiet")
    qix("campaign", "create", "picnic", "--brand", "Alba", "--title", "Picnic", "--start", today, "--end",
        today + timedelta(30), "--time-zone", "UTC", "--shake", "tv", "--set", 'tv.channels=["Uno"]', "--award",
        "weighted:0x6,10x3,50x1", "--cap-attempts-per-user-and-day", 1, "--quiet")
    qix("campaign", "fund", "picnic", "--amount", 2000, "--quiet")
    qix("campaign", "start", "picnic", "--quiet")
    shakes = home.folder / "shakes.jsonl"
    shakes.write_text("".join(
        f'{{"user":"u{number % 60}","type":"tv","campaign":"picnic","key":"p{number}"}}\n' for number in range(75)))
    for number in range(60):
        qix("user", "create", "--external-id", f"u{number}", "--quiet")
    qix("shake", "send", "--file", shakes, "--quiet")


def take(page, name):
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    page.wait_for_timeout(700)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
    picture.save(ROOT / f"docs/pictures/console-{name}.png", optimize=True)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Home(Path(folder) / "home")
        home.qix("init", "--sample", "--quiet", "--yes")
        lived_in(home)
        server = Server(home)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            home.tokens["pages-operator"] = home.token("operator", name="olga")
            pages = Pages(browser)
            page = pages.signed_in(server, "operator", width=1280, height=860)
            page.get_by_role("searchbox").fill("mira")
            page.keyboard.press("Enter")
            page.locator(".say").wait_for()
            take(page, "customer")
            page.goto(f"{server.url}/console/campaigns/picnic")
            page.get_by_role("heading", name="Today").wait_for()
            take(page, "campaign")
        finally:
            browser.close()
            server.stop()


main()
