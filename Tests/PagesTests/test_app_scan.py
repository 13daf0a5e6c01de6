"""Scanning a product in the customers' app (acceptance B3): by the camera, by typed digits, by a photo, and without."""

import shutil
import subprocess

import pytest
from harness import CHROMIUM, FLAGS, Home, Pages, Server
from phone import begun, shakes, title, until, wallet
from PIL import Image, ImageDraw
from playwright.sync_api import expect

GTIN = "4006381333931"
# The widths of a digit's stripes in set A; the digit in front says which of the left ones are backwards.
STRIPES = "3211 2221 2122 1411 1132 1231 1114 1312 1213 3112".split()
BACKWARDS = "000000 001011 001101 001110 010011 011001 011100 010101 010110 011010".split()


def bars(code, module=4):
    """A picture of a code's bars."""
    left = [STRIPES[int(one)][::-1 if turned == "1" else 1] for one, turned in zip(code[1:7], BACKWARDS[int(code[0])])]
    widths = "111" + "".join(left) + "11111" + "".join(STRIPES[int(one)] for one in code[7:]) + "111"
    picture = Image.new("RGB", (640, 480), "white")
    drawing, x, is_dark = ImageDraw.Draw(picture), 130, True
    for width in map(int, widths):
        if is_dark:
            drawing.rectangle((x, 120, x + width * module - 1, 359), fill="black")
        x, is_dark = x + width * module, not is_dark
    return picture


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("scan")
    shutil.copytree(sample, folder / "home")
    home = Home(folder / "home")
    qix = home.qix
    qix("product", "add", GTIN, "--name", "A highlighter", "--brand", "Alba", "--quiet")
    for name, typed in (("digits", "true"), ("photos", "false")):
        qix("campaign", "create", name, "--brand", "Alba", "--title", name.capitalize(), "--start", "2026-01-01", "--end",
            "2099-01-01", "--time-zone", "UTC", "--shake", "scan", "--set", f"scan.typed={typed}", "--award", "fixed:7",
            "--quiet")
        qix("campaign", "fund", name, "--amount", 700, "--quiet")
        qix("campaign", "start", name, "--quiet")
    qix("setting", "set", "sessions.guests", "open", "--quiet")
    server = Server(home)
    server.folder = folder
    yield server
    server.stop()


@pytest.fixture(scope="module")
def camera(shop, chromium):
    """A browser whose camera sees the bars of a highlighter."""
    picture, film = shop.folder / "bars.png", shop.folder / "bars.y4m"
    bars(GTIN).save(picture)
    subprocess.run(["ffmpeg", "-v", "error", "-loop", "1", "-i", picture, "-t", "1", "-r", "10", "-pix_fmt", "yuv420p", film],
                   check=True)
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[
        *FLAGS, "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"])
    yield browser
    browser.close()


@pytest.fixture
def seeing(camera):
    pages = Pages(camera)
    yield pages
    pages.close()


def test_b3_the_camera_finds_the_product_and_it_counts(shop, seeing):
    page = begun(seeing, shop, None, permissions=["camera"])
    page.goto(f"{shop.url}/open/campaign/photos")
    expect(page.get_by_role("heading", name="A highlighter")).to_be_visible()
    expect(page.get_by_text("7 coins")).to_be_visible()
    # Nothing counts until the user says so.
    assert shakes(shop, page.user) == []
    page.get_by_role("button", name="Count it").tap()
    expect(page.get_by_role("img", name="You won 7 coins")).to_be_visible()
    assert wallet(shop, page.user)["available"] == 7
    # The camera is let go.
    assert page.locator("video").count() == 0
    page.goto(f"{shop.url}/open/campaign/photos")
    expect(page.get_by_role("alert")).to_contain_text("This product has counted for you already")
    page.get_by_role("button", name="Scan another one").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    assert wallet(shop, page.user)["available"] == 7


def test_b3_without_a_camera_digits_do(shop, pages):
    page = begun(pages, shop, "/open/campaign/digits")
    expect(page.get_by_role("heading", name="camera")).to_be_visible()
    page.get_by_role("button", name="Type the number below the bars").tap()
    field = page.get_by_label("Number below the bars")
    expect(field).to_be_focused()
    for wrong, said in (("", "Please fill this in."), ("4006381333930", "one digit is wrong"), ("6291041500213", "not in the catalogue")):
        field.fill(wrong)
        page.get_by_role("button", name="Look it up").tap()
        expect(page.locator(".lens-foot")).to_contain_text(said)
        if wrong:
            page.get_by_role("button", name="Type the number below the bars").tap()
    field.fill(GTIN)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Count it").tap()
    expect(page.get_by_role("img", name="You won 7 coins")).to_be_visible()
    (shake,) = shakes(shop, page.user)
    assert (shake["type"], shake["outcome"]) == ("scan", "won")


def test_b3_where_digits_prove_nothing_a_photo_does(shop, pages, tmp_path):
    page = begun(pages, shop, "/open/campaign/photos")
    page.get_by_role("button", name="Type the number below the bars").tap()
    page.get_by_label("Number below the bars").fill(GTIN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Typed codes don't count here. Photograph the barcode.")
    page.get_by_role("button", name="Type the number below the bars").tap()
    other, good = tmp_path / "other.jpg", tmp_path / "good.jpg"
    Image.new("RGB", (640, 480), "white").save(other)
    bars(GTIN).save(good)
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Take a photo instead").tap()
    chosen.value.set_files(other)
    title(page, "No barcode can be read in the picture.")
    page.goto(f"{shop.url}/open/campaign/photos")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Take a photo instead").tap()
    chosen.value.set_files(good)
    expect(page.get_by_role("img", name="You won 7 coins")).to_be_visible()


def test_b3_a_photo_without_a_network_waits_and_is_sent_once(shop, pages, tmp_path):
    pages.expect("^failed: |ERR_")
    page = begun(pages, shop, "/open/campaign/photos")
    photo = tmp_path / "photo.png"
    bars(GTIN).save(photo)
    page.route("**/v1/shakes/scan", lambda route: route.abort())
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Take a photo instead").tap()
    chosen.value.set_files(photo)
    title(page, "1 shake waits")
    page.unroute("**/v1/shakes/scan")
    page.get_by_role("button", name="Try now").tap()
    expect(page.get_by_role("img", name="You won 7 coins")).to_be_visible()
    assert len(until(lambda: shakes(shop, page.user))) == 1
