#!/usr/bin/env python3
"""Makes the pictures of the app and the console in docs/pictures from the sample home: all, or those named.

    QIX_BINARY=PROGRAM scripts/pages/pictures.py [app] [console]
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


def for_customers(home):
    """A brand, and an open door."""
    qix = home.qix
    qix("setting", "set", "server.brand-name", "Alba", "--quiet")
    qix("setting", "set", "sessions.guests", "open", "--quiet")


def shown(page):
    """The pixels of a page that has come to rest."""
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    page.wait_for_timeout(700)
    return Image.open(io.BytesIO(page.screenshot()))


def save(picture, name):
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(
        ROOT / f"docs/pictures/{name}.png", optimize=True)


def side_by_side(pictures, gap=48):
    """Screens of one size beside each other, each with a hair of grey around it, on white."""
    width, height = pictures[0].size
    whole = Image.new("RGB", (len(pictures) * (width + gap) - gap + 4, height + 4), "white")
    for number, picture in enumerate(pictures):
        left = number * (width + gap)
        whole.paste("#c9ccd1", (left, 0, left + width + 4, height + 4))
        whole.paste(picture.convert("RGB"), (left + 2, 2))
    return whole


def customer_pages(home, pages, server):
    """A customer on a phone: the welcome, a shake, coins, a reward, the voucher, the code for the till."""
    # Until the customer begins, the app asks who is there.
    pages.expect("401 GET /v1/users/me")
    page = pages.open(server, "/app/", width=360, height=700, has_touch=True, device_scale_factor=1.5)
    seen = {}

    def keep(name):
        seen[name] = shown(page)

    def go(path):
        page.goto(f"{server.url}/app/{path}")

    start = page.get_by_role("button", name="Start without an account")
    start.wait_for()
    keep("welcome")
    start.click()
    page.get_by_role("link", name="Shake now").wait_for()
    user = page.evaluate("fetch('/v1/users/me').then(answer => answer.json())")["user"]
    for number, (amount, expires, reason) in enumerate(((240, "P12M", "a purchase"), (140, "P20D", "a birthday"))):
        home.qix("coins", "issue", "--to", user, "--amount", amount, "--expires", expires, "--reason", reason,
                 "--idempotency-key", f"app-{number}", "--quiet")
    go("shake/harvest")
    press = page.get_by_role("button", name="Press this instead")
    press.wait_for()
    keep("ring")
    press.click()
    page.get_by_role("heading", name="The ring is closed").wait_for()
    keep("won")
    go("rewards/coffee")
    take = page.get_by_role("button", name="Take it for 100")
    take.wait_for()
    keep("reward")
    take.click()
    page.get_by_role("dialog").get_by_role("button", name="Take it for 100").click()
    page.locator(".ticket .code").wait_for()
    keep("voucher")
    go("")
    page.get_by_role("link", name="Shake now").wait_for()
    keep("home")
    go("wallet")
    page.get_by_role("heading", name="Lately").wait_for()
    keep("wallet")
    go("code")
    page.locator(".ticket .digits").wait_for()
    keep("code")
    for name, parts in {"app": ("home", "wallet"), "app-shake": ("welcome", "ring", "won"),
                        "app-reward": ("reward", "voucher", "code")}.items():
        save(side_by_side([seen[part] for part in parts]), name)


def staff_pages(home, pages, server):
    """A customer and a campaign in the console."""
    home.tokens["pages-operator"] = home.token("operator", name="olga")
    page = pages.signed_in(server, "operator", width=1280, height=860)
    page.get_by_role("searchbox").fill("mira")
    page.keyboard.press("Enter")
    page.locator(".say").wait_for()
    save(shown(page), "console-customer")
    page.goto(f"{server.url}/console/campaigns/picnic")
    page.get_by_role("heading", name="Today").wait_for()
    save(shown(page), "console-campaign")


# Each on a home of its own.
KINDS = {"app": (for_customers, customer_pages), "console": (lived_in, staff_pages)}


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for kind in sys.argv[1:] or KINDS:
            prepare, show = KINDS[kind]
            with tempfile.TemporaryDirectory() as folder:
                home = Home(Path(folder) / "home")
                home.qix("init", "--sample", "--quiet", "--yes")
                prepare(home)
                server, pages = Server(home), Pages(browser)
                try:
                    show(home, pages, server)
                    pages.close()
                finally:
                    server.stop()
        browser.close()


main()
