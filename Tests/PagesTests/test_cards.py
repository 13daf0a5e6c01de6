"""Cards on the table: dragged, thrown and turned, on a page of Tests/PagesTests/cards."""

import json
import subprocess
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from harness import ROOT
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from test_webkit import webkit  # noqa: F401

FOLDER = "/Tests/PagesTests/cards"
DIGESTS = """(async () => {
  const [scene, physics] = await Promise.all([
    import("/Tests/PagesTests/cards/scene.mjs"), import("/Plugins/App/Pages/cards/physics.js")])
  return scene.digests(physics.World)
})()"""

# The table has it at the latest when this is done.
PHYSICS = "import('/Plugins/App/Pages/cards/play.js').then(() => new Promise(done => setTimeout(done, 50)))"


@pytest.fixture(scope="module")
def site(server):
    """The sources under the policy of the program."""
    policy = server.get("/console").fields["content-security-policy"]

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

        def end_headers(self):
            self.send_header("Content-Security-Policy", policy)
            super().end_headers()

        def log_message(self, *_):
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=ROOT))
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield SimpleNamespace(url=f"http://127.0.0.1:{listening.server_port}")
    listening.shutdown()
    listening.server_close()


def table(pages, site, query="", *, motion="no-preference", width=390, height=844, **options):
    page = pages.open(site, f"{FOLDER}/page.html{query}", width=width, height=height, has_touch=True, **options)
    page.emulate_media(reduced_motion=motion)
    page.reload()
    expect(page.locator(".deal > .card").first).to_be_visible()
    page.evaluate(PHYSICS)
    page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")
    return page


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def finger(page, path, pause=0.016, lifts=True):
    """Drags by touch, which playwright's touchscreen can't."""
    session = page.context.new_cdp_session(page)
    for place, (x, y) in enumerate(path):
        kind = "touchStart" if place == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        time.sleep(pause)
    if lifts:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def way(start, by, steps):
    """A path that begins at rest and ends `by` further on."""
    return [(start[0] + by[0] * n / steps, start[1] + by[1] * n / steps) for n in range(steps + 1)]


def until(page, expression, seconds=5):
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never: {expression}"
        page.wait_for_timeout(25)


def seen(page, name):
    return page.evaluate(f"seen.{name}")


def rests(page):
    """Waits until no frame is asked for any more."""
    before = -1
    for _ in range(60):
        now = seen(page, "frames")
        if now == before:
            return
        before = now
        page.wait_for_timeout(200)
    raise AssertionError("the cards never rest")


def test_the_same_bits_in_each_engine(site, pages, webkit):  # noqa: F811
    script = (
        "Promise.all(['Tests/PagesTests/cards/scene.mjs', 'Plugins/App/Pages/cards/physics.js']"
        f".map(file => import({json.dumps(str(ROOT))} + '/' + file)))"
        ".then(([scene, physics]) => console.log(scene.digests(physics.World)))"
    )
    node = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    page = table(pages, site)
    assert page.evaluate(DIGESTS) == node
    webkit.set_script_timeout(60)
    webkit.get(f"{site.url}{FOLDER}/page.html")
    done = "const done = arguments[arguments.length - 1]; "
    assert webkit.execute_async_script(f"{done}{DIGESTS}.then(done, error => done(String(error)))") == node


def test_a_card_is_dragged_and_pushes_others(site, pages):
    page = table(pages, site)
    assert seen(page, "frames") == 0
    before = [middle(page, f"[data-card={name}]") for name in ("harvest", "latte", "expiry")]
    start = middle(page, "[data-card=latte] h2")
    path = way(start, (120, 0), 40)
    finger(page, path, lifts=False)
    expect(page.locator("[data-card=latte]")).to_have_class("card lies lie-2 third tint held")
    finger(page, [path[-1]])
    expect(page.locator(".held")).to_have_count(0)
    rests(page)
    after = [middle(page, f"[data-card={name}]") for name in ("harvest", "latte", "expiry")]
    assert after[1][0] > before[1][0] + 3, "it follows the finger"
    assert after[2][0] > before[2][0] + 3, "it pushes the card beside it"
    assert seen(page, "pages") == [] and seen(page, "acts") == []


def test_a_throw_lets_all_fall_and_brings_the_next_page(site, pages):
    page = table(pages, site)
    start = middle(page, "[data-card=harvest] h2")
    finger(page, way(start, (60, -240), 6), pause=0.008)
    until(page, "seen.pages.length === 1", 4)
    assert seen(page, "pages") == [[1, "thrown"]]
    expect(page.get_by_role("heading", name="Twice the coins")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Cards, page 2 of 3")
    assert page.locator(".loose, .falling, .held, .card[style*=transform]").count() == 0
    rests(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_alone_is_laid_anew(site, pages):
    page = table(pages, site, "?cards=4")
    expect(page.locator(".dots")).to_be_hidden()
    finger(page, way(middle(page, "[data-card=c0] h2"), (60, -240), 6), pause=0.008)
    until(page, "seen.pages.length === 1", 4)
    expect(page.locator(".card:visible")).to_have_count(4)


def test_a_tap_acts_and_a_drag_does_not(site, pages):
    page = table(pages, site)
    page.get_by_role("link", name="Take it").tap()
    assert seen(page, "acts") == [["latte", "reward/latte"]]
    finger(page, way(middle(page, "[data-card=latte] a"), (0, 60), 30))
    rests(page)
    page.mouse.move(*middle(page, "[data-card=harvest] a"))
    page.mouse.down()
    for n in range(20):
        page.mouse.move(*[at + n for at in middle(page, "[data-card=harvest] a")])
    page.mouse.up()
    assert len(seen(page, "acts")) == 1 and page.url.endswith("page.html")
    rests(page)
    page.get_by_role("link", name="Shake now").click()
    assert seen(page, "acts")[1] == ["harvest", "campaign/harvest"]


def test_a_swipe_over_the_table_turns_the_page(site, pages):
    page = table(pages, site)
    box = page.locator(".deal").bounding_box()
    start = (200, box["y"] + 20)
    finger(page, way(start, (-120, 5), 8))
    expect(page.get_by_role("status")).to_have_text("Cards, page 2 of 3")
    finger(page, way(start, (120, 5), 8))
    expect(page.get_by_role("status")).to_have_text("Cards, page 1 of 3")
    finger(page, way(start, (-20, 0), 8))
    assert seen(page, "pages") == [[1, "turned"], [0, "turned"]]


def test_keys_reach_and_turn_everything(site, pages):
    page = table(pages, site, width=1440, height=900)
    assert walked(page) == 3 + 5 + 1
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("Cards, page 2 of 3")
    page.get_by_role("button", name="Next cards").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Cards, page 3 of 3")
    expect(page.get_by_role("button", name="Next cards")).to_be_focused()
    page.get_by_role("button", name="Page 1").press("Enter")
    expect(page.get_by_role("button", name="Page 1")).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("button", name="Page 1")).to_be_focused()
    page.get_by_role("link", name="Take it").press("Enter")
    assert seen(page, "acts") == [["latte", "reward/latte"]]
    page.get_by_role("link", name="Take it").press("ArrowLeft")
    expect(page.get_by_role("list", name="Cards, page 3 of 3")).to_be_focused()


def test_from_right_to_left_the_left_arrow_goes_on(site, pages):
    page = table(pages, site)
    page.evaluate("document.documentElement.dir = 'rtl'")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("status")).to_have_text("Cards, page 2 of 3")


def test_with_reduced_motion_nothing_is_dragged_or_falls(site, pages):
    page = table(pages, site, motion="reduce")
    start = middle(page, "[data-card=harvest] h2")
    finger(page, way(start, (30, -240), 6), pause=0.008)
    assert page.locator(".loose").count() == 0 and seen(page, "frames") == 0
    finger(page, way(start, (-120, 0), 6))
    expect(page.get_by_role("status")).to_have_text("Cards, page 2 of 3")
    assert page.locator(".card").first.evaluate("card => getComputedStyle(card).rotate") in ("none", "0deg")
    assert seen(page, "frames") == 0


def test_a_page_taller_than_the_screen_scrolls_on_cards(site, pages):
    page = table(pages, site, "?cards=12&long", height=640)
    expect(page.locator("qix-card-table")).to_have_class("felt tall")
    start = (100, 400)
    finger(page, way(start, (0, -200), 20))
    until(page, "document.scrollingElement.scrollTop > 100")
    assert page.locator(".loose").count() == 0
    page.wait_for_timeout(300)
    finger(page, way(start, (60, 0), 30))
    assert page.locator(".loose").count() == 1


def test_another_width_lays_the_cards_anew(site, pages):
    page = table(pages, site)
    finger(page, way(middle(page, "[data-card=latte] h2"), (60, 0), 30))
    expect(page.locator(".loose")).to_have_count(1)
    page.set_viewport_size({"width": 700, "height": 390})
    expect(page.locator(".loose, .card[style*=transform]")).to_have_count(0)


def test_those_that_have_fallen_keep_their_room(site, pages):
    page = table(pages, site)
    finger(page, way(middle(page, "[data-card=harvest] h2"), (60, -240), 6), pause=0.008, lifts=False)
    places = "[...document.querySelectorAll('.deal > .card')].map(card => [card.offsetLeft, card.offsetTop])"
    before = page.evaluate(places)
    until(page, "document.querySelector('.card[style*=hidden]') || seen.pages.length === 1")
    assert seen(page, "pages") or page.evaluate(places) == before


def test_in_webkit_they_are_thrown_too(site, webkit):  # noqa: F811
    webkit.get(f"{site.url}{FOLDER}/page.html")
    card = WebDriverWait(webkit, 10).until(lambda page: page.find_element(By.CSS_SELECTOR, "[data-card=harvest] h2"))
    done = "const done = arguments[arguments.length - 1]; "
    webkit.execute_async_script(f"{done}{PHYSICS}.then(done)")
    hand = ActionChains(webkit, duration=8)
    hand.move_to_element(card).click_and_hold()
    for _ in range(8):
        hand.move_by_offset(10, -40)
    hand.perform()
    WebDriverWait(webkit, 5).until(lambda page: page.execute_script("return seen.pages.length") == 1)
    ActionChains(webkit).release().perform()
    assert webkit.find_element(By.CSS_SELECTOR, ".deal h2").text == "Twice the coins"


def test_other_cards_replace_those_that_are_moved(site, pages):
    page = table(pages, site)
    finger(page, way(middle(page, "[data-card=latte] h2"), (60, 0), 30))
    page.evaluate("table.pages = [{ page: 1, cards: [{ card: 'new', title: 'New' }] }]")
    expect(page.get_by_role("heading", name="New")).to_be_visible()
    expect(page.locator(".card")).to_have_count(1)
    page.evaluate("table.remove()")
    rests(page)


def test_hostile_texts_are_texts(site, pages):
    page = table(pages, site)
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    page.keyboard.press("ArrowRight")
    evil = """<img src=x onerror="alert(1)">"><script>alert(2)</script>"""
    expect(page.get_by_role("heading", name=evil)).to_be_visible()
    assert page.locator(".deal :is(img, script)").count() == 0
    addresses = page.locator(".deal a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert addresses == ["https://alba.example/saturday", "/app/open/card/x?next=https%3A%2F%2Fevil.example"]
    expect(page.locator(".deal a").first).to_have_attribute("rel", "noopener noreferrer")


def test_everyone_can_use_them(site, pages):
    page = table(pages, site, motion="reduce", width=360, height=640)
    for _ in range(3):
        accessible(page)
        touchable(page)
        page.keyboard.press("ArrowRight")
    fits(page)
    page.evaluate("document.documentElement.dir = 'rtl'")
    fits(page)
