"""Photographing a receipt in the customers' app (acceptance B3): camera, corners, parts, uploads that break off, and what was
read."""

import datetime
import json
import random
import re
import shutil
import subprocess

import pytest
from harness import CHROMIUM, FLAGS, Home, Pages, Server
from phone import begun, moves, shakes, title, until, wallet
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import expect

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
WOOD = (90, 66, 48)
# Reading takes a debug build some seconds.
READ = 30_000
CAMPAIGN = {
    "brand": "Acme", "start": "2026-01-01", "end": "2099-01-01", "time-zone": "UTC",
    "award": {"per-unit": {"coins": 2, "most": 20}},
    "shakes": {"receipt": {
        "products": [{"name": "Acme Cola", "words": ["acme", "cola"]}], "units": "items", "currency": "EUR", "age": "P1M",
        "time-zone": "UTC",
    }},
}


SHOPS = [
    ("ACME MARKET SRL", "VIA ROMA 1", "20121 MILANO"), ("BOTTEGA DEL SOLE", "CORSO ITALIA 88", "10121 TORINO"),
    ("FRUTTA E VERDURA NERI", "PIAZZA DANTE 7", "50122 FIRENZE"), ("DISCOUNT LIDO SPA", "VIALE MARE 214", "47921 RIMINI"),
    ("CASA DEL PANE", "VIA PO 35", "00198 ROMA"),
]
GOODS = [
    "PANE CASERECCIO", "MELE GOLDEN", "LATTE INTERO", "CAFFE MACINATO", "RISO CARNAROLI", "PASTA SPAGHETTI", "OLIO EXTRA",
    "UOVA FRESCHE", "ZUCCHERO CANNA", "FARINA TIPO 00",
]


def taxed(number):
    """A tax number of Italy, with its check digit."""
    doubled = [int(one) * (1 + place % 2) for place, one in enumerate(str(number))]
    return f"{number}{-sum(one - 9 * (one > 9) for one in doubled) % 10}"


def paper(number, *, noise=False):
    """A till receipt of today, unlike those of other numbers; with noise its picture takes several pieces."""
    chance = random.Random(number)
    day = datetime.datetime.now(datetime.timezone.utc)
    shop = SHOPS[number % len(SHOPS)]
    goods = [(name, chance.randrange(110, 790)) for name in chance.sample(GOODS, 2 + number % 5)]
    goods.insert(chance.randrange(len(goods)), ("ACME COLA 1.5L", chance.randrange(150, 400)))
    total = sum(price for _, price in goods)
    rows = [*goods, ("", 0), ("TOTALE COMPLESSIVO", total), ("CONTANTE", 5000), ("RESTO", 5000 - total)]
    lines = [
        *shop, *[""] * (number // 5 * 2), f"P.IVA {taxed(chance.randrange(10**9, 10**10))}", "", "DESCRIZIONE        PREZZO",
        *(f"{name:<20}{price // 100:>3},{price % 100:02}" if price else "" for name, price in rows),
        "", f"{day:%d/%m/%Y} 00:{number:02}", f"DOCUMENTO N. {chance.randrange(1000, 9999)}-{chance.randrange(1000, 9999)}",
    ]
    picture = Image.new("RGB", (1120, 120 + 88 * len(lines)), "white")
    drawing = ImageDraw.Draw(picture)
    for place, line in enumerate(lines):
        drawing.text((100, 60 + 88 * place), line, font=ImageFont.truetype(FONT, 52), fill="black")
    return Image.blend(picture, Image.effect_noise(picture.size, 120).convert("RGB"), 0.25) if noise else picture


def photo(picture):
    """The receipt on a table, a little turned."""
    turned = picture.rotate(4, expand=True, fillcolor=WOOD)
    table = Image.new("RGB", (turned.width + 300, turned.height + 300), WOOD)
    table.paste(turned, (150, 150))
    return table


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("receipt")
    shutil.copytree(sample, folder / "home")
    home = Home(folder / "home")
    # Of each receipt of the second one a person decides.
    for name, confidence in (("cola", 0.9), ("careful", 1)):
        settings = {**CAMPAIGN["shakes"]["receipt"], "confidence": confidence}
        file = folder / f"{name}.json"
        file.write_text(json.dumps({
            **CAMPAIGN, "name": name, "title": f"{name.capitalize()} days", "shakes": {"receipt": settings}}))
        home.qix("campaign", "create", "--file", file, "--quiet")
        home.qix("campaign", "fund", name, "--amount", 1000, "--quiet")
        home.qix("campaign", "start", name, "--quiet")
    home.qix("setting", "set", "sessions.guests", "open", "--quiet")
    server = Server(home)
    server.folder = folder
    yield server
    server.stop()


@pytest.fixture(scope="module")
def camera(shop, chromium):
    """A browser whose camera sees a receipt on a table."""
    picture, film = shop.folder / "table.png", shop.folder / "table.y4m"
    seen = photo(paper(1))
    seen.resize((1080, 1080 * seen.height // seen.width // 2 * 2)).save(picture)
    subprocess.run(["ffmpeg", "-v", "error", "-loop", "1", "-i", picture, "-t", "1", "-r", "5", "-pix_fmt", "yuv420p", film],
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


def choose(page, file, name="Choose a picture"):
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name=name).tap()
    chosen.value.set_files(file)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).tap()


def hand_in(page, file):
    """Chooses a picture, leaves its corners, and hands it in."""
    choose(page, file)
    title(page, "Is this the whole receipt?")
    press(page, "Use it")
    title(page, "Is it all here?")
    press(page, "Hand it in")


def won(page):
    expect(page.get_by_role("img", name="You won 2 coins")).to_be_visible(timeout=READ)


def saved(picture, folder, name="receipt.jpg", **options):
    picture.save(folder / name, **options)
    return folder / name


def test_b3_the_camera_takes_a_receipt_which_counts_and_shows_what_was_read(shop, seeing):
    page = begun(seeing, shop, "/open/campaign/cola", permissions=["camera"])
    page.get_by_role("button", name="Take the picture").tap()
    title(page, "Is this the whole receipt?")
    # The camera is let go, and nothing is sent until the user says so.
    assert page.locator("video").count() == 0
    press(page, "Use it")
    title(page, "Is it all here?")
    assert shakes(shop, page.user) == []
    press(page, "Hand it in")
    won(page)
    assert wallet(shop, page.user)["available"] == 2
    press(page, "What we read")
    title(page, "What we read")
    row = page.get_by_role("listitem").filter(has_text="1 Acme Cola")
    expect(row).to_contain_text("counts")
    expect(page.get_by_text("more lines don’t take part")).to_be_visible()
    expect(page.get_by_text(SHOPS[1][0]).last).to_be_visible()
    # The own picture is still in memory.
    expect(page.locator(".scan-paper img")).to_be_visible()
    expect(page.locator(".scan-paper .box.win")).to_have_count(1)
    page.reload()
    moves(page)
    # Then a paper is drawn in its place.
    expect(page.locator(".scan-paper text").first).to_be_attached()
    assert page.locator(".scan-paper img").count() == 0


def test_b3_corners_are_moved_by_keys_and_by_a_finger(shop, pages, tmp_path):
    page = begun(pages, shop, "/open/campaign/cola")
    title(page, "Photograph a receipt")
    expect(page.get_by_role("heading", name="camera")).to_be_visible()
    choose(page, saved(photo(paper(2)), tmp_path))
    title(page, "Is this the whole receipt?")
    corner = page.get_by_role("slider", name="Corner at the top left")

    def place():
        return [int(one) for one in re.findall(r"(\d+) %", corner.get_attribute("aria-valuetext"))]

    corner.focus()
    x, y = place()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert place() == [x + 1, y + 5]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert place() == [x, y]
    # Beyond the corner across nothing can be made straight.
    for _ in range(20):
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
    assert place() == [100, 100]
    expect(page.get_by_role("status").filter(has_text="can’t be made straight")).to_be_visible()
    press(page, "Use it")
    expect(page.get_by_role("alert")).to_contain_text("can’t be made straight")
    box, whole = corner.bounding_box(), page.locator(".corners").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(whole["x"] + whole["width"] * 0.1, whole["y"] + whole["height"] * 0.1, steps=5)
    expect(page.locator(".loupe")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".loupe")).to_be_hidden()
    assert all(5 < one < 15 for one in place())
    press(page, "Turn by a quarter")
    expect(page.locator(".corners")).to_be_visible()
    wide = page.locator(".corners").bounding_box()
    assert (wide["width"] > wide["height"]) != (whole["width"] > whole["height"]) or wide["width"] == wide["height"]


def test_b3_a_long_receipt_comes_in_parts(shop, pages, tmp_path):
    pages.expect("^400 POST /v1/shakes/receipt")
    page = begun(pages, shop, "/open/campaign/cola")
    whole = paper(3)
    above = saved(photo(whole.crop((0, 0, whole.width, 750))), tmp_path, "above.png")
    below = saved(photo(whole.crop((0, 480, whole.width, whole.height))), tmp_path, "below.png")
    choose(page, above)
    page.get_by_role("button", name="It’s longer").tap()
    choose(page, above)
    press(page, "Use it")
    expect(page.get_by_role("img", name="Part 2 of 2")).to_be_visible()
    press(page, "Remove part 2")
    page.get_by_role("button", name="It’s longer").tap()
    choose(page, below)
    press(page, "Use it")
    expect(page.get_by_role("img", name="Part 2 of 2")).to_be_visible()
    press(page, "Remove part 1")
    page.get_by_role("button", name="It’s longer").tap()
    choose(page, above)
    press(page, "Use it")
    press(page, "Hand it in")
    # The wrong way round they don't join.
    expect(page.get_by_role("heading", level=1, name="don't join")).to_be_visible(timeout=READ)
    press(page, "Take another picture")
    for file, act in ((above, "It’s longer: add the next part"), (below, "Use it")):
        choose(page, file)
        press(page, act)
    press(page, "Hand it in")
    won(page)
    assert len(shakes(shop, page.user)) == 1


def test_b3_a_pdf_is_sent_as_it_is(shop, pages, tmp_path):
    page = begun(pages, shop, "/open/campaign/cola")
    choose(page, saved(paper(4), tmp_path, "receipt.pdf", resolution=150))
    title(page, "Is it all here?")
    press(page, "Hand it in")
    won(page)


def test_b3_without_a_network_it_waits_and_nothing_of_the_camera_leaves_the_phone(shop, pages, tmp_path):
    pages.expect("^failed: |ERR_")
    page = begun(pages, shop, "/open/campaign/cola")
    exif = Image.Exif()
    exif[0x010F] = "Secret Phones"
    page.route("**/v1/shakes/receipt", lambda route: route.abort())
    page.evaluate("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
    hand_in(page, saved(photo(paper(5)), tmp_path, exif=exif))
    title(page, "1 shake waits")
    kept = page.evaluate("""async () => {
      const database = await new Promise(done => {
        const opened = indexedDB.open("qix")
        opened.onsuccess = () => done(opened.result)
      })
      const acts = await new Promise(done => {
        const asked = database.transaction("queue").objectStore("queue").getAll()
        asked.onsuccess = () => done(asked.result)
      })
      database.close()
      const { campaign, image } = acts[0].body
      return [acts.length, campaign, image.length, image[0].type, new TextDecoder("latin1").decode(await image[0].arrayBuffer())]
    }""")
    assert kept[:4] == [1, "cola", 1, "image/jpeg"]
    assert "Exif" not in kept[4] and "Secret" not in kept[4]
    page.unroute("**/v1/shakes/receipt")
    press(page, "Try now")
    won(page)
    assert len(until(lambda: shakes(shop, page.user))) == 1


def offsets(page, route):
    """The first bytes of the pieces that were sent so far; `route` may stop a piece, by its number from 1."""
    sent = []

    def handle(one):
        sent.append(int(one.request.headers["upload-offset"]))
        if not route(len(sent), one):
            one.continue_()

    page.route("**/v1/shakes/receipt", handle)
    return sent


def test_b3_a_line_that_drops_five_times_sends_it_once(shop, pages, tmp_path):
    pages.expect("^failed: |ERR_|^409 POST /v1/shakes/receipt")
    page = begun(pages, shop, "/open/campaign/cola")
    sent = offsets(page, lambda number, route: number in (1, 3, 4, 6, 8) and (route.abort() or True))
    hand_in(page, saved(photo(paper(6, noise=True)), tmp_path))
    expect(page.get_by_role("progressbar", name="Sent so far")).to_be_visible()
    won(page)
    assert len(sent) > 8
    assert sent == sorted(sent)
    assert len(shakes(shop, page.user)) == 1
    assert wallet(shop, page.user)["available"] == 2


def test_b3_a_page_that_is_loaded_anew_goes_on_with_what_it_sent(shop, pages, tmp_path):
    pages.expect("^failed: |ERR_|^409 POST /v1/shakes/receipt")
    page = begun(pages, shop, "/open/campaign/cola")
    held = []
    sent = offsets(page, lambda number, route: number == 3 and (held.append(route) or True))
    hand_in(page, saved(photo(paper(7, noise=True)), tmp_path))
    until(lambda: held, page=page)
    page.reload()
    expect(page.locator(".toast")).to_contain_text("Cola days: You won 2 coins", timeout=READ)
    # The first piece asks where the server is; it goes on there.
    assert sent[3] == 0 and sent[4] == sent[2]
    assert len(shakes(shop, page.user)) == 1
    assert wallet(shop, page.user)["available"] == 2


def test_b3_a_refusal_says_why_and_another_picture_is_no_dead_end(shop, pages, tmp_path):
    first = begun(pages, shop, "/open/campaign/cola")
    file = saved(photo(paper(8)), tmp_path)
    hand_in(first, file)
    won(first)
    page = begun(pages, shop, "/open/campaign/cola")
    hand_in(page, file)
    expect(page.get_by_role("heading", level=1, name=re.compile("already"))).to_be_visible(timeout=READ)
    assert page.get_by_role("button", name="Take another picture").count() == 0
    page.goto(f"{shop.url}/open/campaign/cola")
    hand_in(page, saved(Image.new("RGB", (900, 1200), "white"), tmp_path, "empty.png"))
    press_later = page.get_by_role("button", name="Take another picture")
    expect(press_later).to_be_visible(timeout=READ)
    press_later.tap()
    title(page, "Photograph a receipt")
    assert wallet(shop, page.user)["available"] == 0


def test_b3_what_waits_for_a_person_says_until_when_and_how_it_ended(shop, pages, tmp_path):
    page = begun(pages, shop, "/open/campaign/careful")
    hand_in(page, saved(photo(paper(9)), tmp_path))
    expect(page.get_by_role("heading", level=1, name="We are checking it")).to_be_visible(timeout=READ)
    expect(page.get_by_text(re.compile(r"We decide by \d+ \w+ \d+ at the latest"))).to_be_visible()
    expect(page.get_by_text("Keep the paper until then.")).to_be_visible()
    press(page, "What we read")
    title(page, "What we read")
    expect(page.get_by_text("A person looks at it")).to_be_visible()
    receipt = page.url.rsplit("/", 1)[-1]
    page.get_by_role("button", name="Back").tap()
    title(page, "We are checking it")
    shop.home.qix("receipt", "review", "approve", receipt, "--reason", "it is right", "--quiet")
    page.goto(f"{shop.url}/app/receipts/{receipt}")
    expect(page.get_by_text("A person looked at it, and it counted")).to_be_visible()
    assert wallet(shop, page.user)["available"] == 2


SHARE = """async () => {
  const form = Object.assign(document.createElement("form"), { method: "POST", action: "/app/share", enctype: "multipart/form-data" })
  const input = Object.assign(document.createElement("input"), { type: "file", name: "image" })
  const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 800 })
  const picture = await new Promise(done => canvas.toBlob(done, "image/png"))
  const files = new DataTransfer()
  files.items.add(new File([picture], "photo.png", { type: "image/png" }))
  input.files = files.files
  form.append(input)
  document.body.append(form)
  form.submit()
}"""


def test_b3_a_picture_that_another_app_shares_comes_to_its_corners(shop, pages):
    page = begun(pages, shop, "/app/wallet", works_offline=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    with page.expect_navigation():
        page.evaluate(SHARE)
    title(page, "What will you play?")
    assert page.url.endswith("/app/shake/shared")
    press(page, "Go: Careful days")
    title(page, "Is this the whole receipt?")
    # It was taken, and is kept nowhere else.
    assert page.evaluate("caches.has('qix-shared')") is False


def test_b3_a_shared_picture_that_did_not_come_along_is_asked_for(shop, pages):
    page = begun(pages, shop, "/app/wallet")
    with page.expect_navigation():
        page.evaluate(SHARE)
    title(page, "What will you play?")
    press(page, "Go: Cola days")
    expect(page.get_by_text("The picture didn’t come along.")).to_be_visible()
    expect(page.get_by_role("button", name="Choose a picture")).to_be_visible()
