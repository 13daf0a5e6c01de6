"""Listening in the stadium in the customers' app (acceptance B3): from the music to coins, and when it isn't heard."""

import datetime
import shutil
import subprocess
import time

import pytest
from harness import CHROMIUM, FLAGS, Home, Pages, Server
from phone import begun, shakes, title, wallet
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    """A shop with a show, and with music that carries its mark; `shop.starts` is when it is played."""
    folder = tmp_path_factory.mktemp("listen")
    shutil.copytree(sample, folder / "home")
    home = Home(folder / "home")
    qix = home.qix
    qix("campaign", "create", "derby", "--brand", "Alba", "--title", "Derby", "--start", "2026-01-01", "--end", "2099-01-01",
        "--time-zone", "UTC", "--shake", "stadium", "--award", "fixed:9", "--quiet")
    qix("campaign", "fund", "derby", "--amount", 900, "--quiet")
    qix("campaign", "start", "derby", "--quiet")
    qix("setting", "set", "sessions.guests", "open", "--quiet")
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    written = lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ")  # noqa: E731
    qix("stadium", "event", "add", "match", "--start", written(now), "--length", "1h", "--campaign", "derby", "--quiet")
    music, marked = folder / "music.wav", folder / "marked.wav"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=color=pink:amplitude=0.4:duration=40:seed=7:sample_rate=48000",
                    "-c:a", "pcm_s16le", music], check=True)
    starts = now + datetime.timedelta(seconds=40)
    qix("stadium", "embed", "--event", "match", "--start", written(starts), music, marked, "--quiet")
    server = Server(home)
    server.starts, server.marked, server.folder = starts.timestamp(), marked, folder
    yield server
    server.stop()


def hearing(chromium, sound):
    """A browser whose microphone hears a file."""
    return chromium.browser_type.launch(executable_path=CHROMIUM, args=[
        *FLAGS, "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={sound}"])


def test_b3_the_music_of_the_show_brings_coins_and_it_stops_by_itself(shop, chromium):
    browser = hearing(chromium, shop.marked)
    pages = Pages(browser)
    try:
        page = begun(pages, shop, None, permissions=["microphone"])
        page.goto(f"{shop.url}/open/campaign/derby")
        title(page, "Hold your phone up")
        assert time.time() < shop.starts, "the machine is too slow: the music has begun"
        page.wait_for_timeout(max(0, shop.starts - time.time()) * 1000)
        page.get_by_role("button", name="Listen").tap()
        expect(page.get_by_text("It stops by itself.")).to_be_visible()
        # A shake leads nowhere else meanwhile, and nothing is sent before ten seconds.
        assert shakes(shop, page.user) == []
        expect(page.get_by_role("img", name="You won 9 coins")).to_be_visible(timeout=45_000)
        assert wallet(shop, page.user)["available"] == 9
    finally:
        pages.close()
        browser.close()


def test_b3_where_no_mark_is_heard_it_says_what_helps(shop, chromium):
    silence = shop.folder / "silence.wav"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "20", "-c:a", "pcm_s16le", silence],
                   check=True)
    browser = hearing(chromium, silence)
    pages = Pages(browser)
    pages.expect("^403 |^422 |^409 ")
    try:
        page = begun(pages, shop, None, permissions=["microphone"])
        page.goto(f"{shop.url}/open/campaign/derby")
        page.get_by_role("button", name="Listen").tap()
        title(page, "Nearer to a loudspeaker")
        expect(page.get_by_text("Ten steps towards a loudspeaker help.")).to_be_visible()
        expect(page.get_by_role("heading", name="We didn’t hear it")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("button", name="Listen again")).to_be_visible()
        assert wallet(shop, page.user)["available"] == 0
    finally:
        pages.close()
        browser.close()


def test_b3_without_a_microphone_it_says_so(shop, pages):
    page = begun(pages, shop, "/open/campaign/derby")
    page.get_by_role("button", name="Listen").tap()
    expect(page.get_by_role("heading", name="microphone")).to_be_visible()
    expect(page.get_by_role("button", name="Listen")).to_be_visible()
