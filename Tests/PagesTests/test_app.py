"""The customers' app as a user has it in the hand: acceptance B3, B4, B5, B6 and B8, each by tests that name it."""

import json
import re
import shutil

import pytest
from harness import CHROMIUM, FLAGS, Home, Server
from looks import walked
from phone import BEGIN, begun, moves, phone, read, shake, shakes, tab, title, until, wallet
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    """A shop that lets guests in, in which a shake is Harvest unless a link says otherwise."""
    folder = tmp_path_factory.mktemp("app") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    home.qix("setting", "set", "sessions.guests", "open", "--quiet")
    home.qix("directive", "add", "here", "--campaign", "harvest", "--priority", -1, "--quiet")
    home.qix("directive", "add", "asleep", "--place", "stadium", "--nothing", "the stadium sleeps", "--hint",
             "come back at six", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def test_b3_to_b7_from_the_welcome_to_the_till(shop, pages, tmp_path):
    page = phone(pages, shop)
    title(page, "Shake it.")
    page.get_by_role("button", name="Card 3").tap()
    title(page, "Take something.")
    page.get_by_role("button", name="Start without an account").tap()
    page.get_by_role("link", name="Shake now").tap()
    title(page, "Shake your phone")
    shake(page)
    title(page, "The ring is closed")
    expect(page.get_by_role("img", name="You won 20 coins")).to_be_visible()
    user = page.evaluate(WHO)
    assert wallet(shop, user)["available"] == 20
    # How it was drawn can be looked at.
    page.get_by_role("button", name="How was this drawn?").tap()
    title(page, "How was this drawn?")
    expect(page.get_by_text(shakes(shop, user)[0]["shake"])).to_be_visible()
    shop.home.qix("coins", "issue", "--to", user, "--amount", 100, "--quiet")
    page.go_back()
    title(page, "The ring is closed")
    page.get_by_role("button", name="See what they’re good for").tap()
    title(page, "Rewards")
    page.get_by_role("link", name="A coffee").tap()
    title(page, "A coffee")
    page.get_by_role("button", name="Take it for 100").tap()
    ask = page.get_by_role("dialog", name="Take “A coffee” for 100?")
    expect(ask.get_by_text("20 stay")).to_be_visible()
    ask.get_by_role("button", name="Take it for 100").tap()
    expect(page).to_have_url(re.compile("/app/vouchers/vch_"))
    expect(page.locator(".code")).to_be_visible()
    assert wallet(shop, user)["available"] == 20
    # The picture is the code of the till, as a scanner reads it.
    code = page.locator(".code").inner_text()
    assert read(shop, page.locator(".ticket"), tmp_path) == [code.replace("-", "")]
    page.get_by_role("button", name="Someone else has seen this code").tap()
    seen = page.get_by_role("dialog", name="Someone else has seen this code")
    expect(seen.get_by_text("this code works for anyone who has it")).to_be_visible()
    seen.get_by_role("button", name="Never mind").tap()
    file = tmp_path / "code.txt"
    file.write_text(code)
    shop.home.qix("voucher", "use", "--purchase", "5.00 EUR", "--till", 3, "--code-file", file, "--quiet")
    expect(page.locator(".stamp")).to_have_text("Used", timeout=6000)
    expect(page.locator(".code s")).to_have_text(code)
    # Welcomed once.
    page.goto(f"{shop.url}/app/")
    expect(page.get_by_role("heading", name="Harvest is on")).to_be_visible()


def test_b3_the_welcome_can_be_skipped(shop, pages):
    page = phone(pages, shop)
    page.get_by_role("button", name="Skip", exact=True).tap()
    expect(page.get_by_role("heading", name="Harvest is on")).to_be_visible()


def test_b3_a_shake_in_any_section_leads_to_what_can_be_won(shop, pages):
    page = begun(pages, shop)
    for section in ("Wallet", "Rewards", "Me"):
        tab(page, section).tap()
        title(page, section)
        shake(page, 6)
        title(page, "Shake your phone")
        page.go_back()
        title(page, section)
        # One shake is one.
        page.wait_for_timeout(1000)
    assert shakes(shop, page.user) == []


def test_b3_on_the_ring_a_shake_closes_it_and_leads_nowhere(shop, pages):
    page = begun(pages, shop, "/app/wallet")
    tab(page, "Shake").tap()
    title(page, "Shake your phone")
    length = page.evaluate("history.length")
    shake(page, 5)
    ring = page.get_by_role("progressbar", name="Shaken so far")
    until(lambda: int(ring.get_attribute("aria-valuenow")) > 0)
    shake(page)
    title(page, "The ring is closed")
    assert page.evaluate("history.length") == length and page.url.endswith("/app/shake")
    assert len(shakes(shop, page.user)) == 1


def test_b3_the_button_and_keys_do_it_without_motion(shop, pages):
    page = begun(pages, shop, "/app/")
    for name in ("Shake now", "Can’t shake? Press this instead"):
        focused(page, name)
        page.keyboard.press("Enter")
    title(page, "The ring is closed")
    for name in ("See what they’re good for", re.compile("^A mug")):
        focused(page, name)
        page.keyboard.press("Enter")
    title(page, "A mug")
    assert wallet(shop, page.user)["available"] == 20
    focused(page, "Back")
    page.keyboard.press("Enter")
    title(page, "Rewards")


def test_b3_motion_can_be_switched_off(shop, pages):
    page = begun(pages, shop, "/app/me")
    page.get_by_role("switch", name="Shaking").uncheck()
    shake(page)
    title(page, "Me")
    page.reload()
    title(page, "Me")
    shake(page)
    tab(page, "Shake").tap()
    title(page, "Shake your phone")
    shake(page)
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "0")
    page.get_by_role("button", name="Can’t shake?").tap()
    title(page, "The ring is closed")
    page.goto(f"{shop.url}/app/me")
    page.get_by_role("switch", name="Shaking").check()
    moves(page)
    shake(page, 6)
    title(page, "Shake your phone")


def test_b3_a_shake_depends_on_link_and_place(shop, pages):
    page = begun(pages, shop, "/app/open/shake?place=stadium")
    title(page, "The stadium sleeps")
    expect(page.get_by_text("Come back at six")).to_be_visible()
    page.get_by_role("button", name="Back to the cards").tap()
    expect(page.get_by_role("heading", name="Harvest is on")).to_be_visible()
    page.goto(f"{shop.url}/app/open/shake")
    title(page, "Shake your phone")


def test_b4_five_cards_lie_above_the_sections(shop, pages):
    qix, more = shop.home.qix, ("fourth", "fifth")
    for name in more:
        qix("card", "create", name, "--title", "A card more", "--text", "With a text of two lines.", "--action", "Go=wallet", "--quiet")
    qix("card", "publish", *more, "--quiet")
    page = begun(pages, shop, "/app/")
    expect(page.locator(".deal > .card")).to_have_count(5)
    lowest = page.locator(".deal .btn").evaluate_all("all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))")
    assert lowest <= page.locator(".tabs").bounding_box()["y"]
    # On a lower screen nothing covers what has the focus.
    page.set_viewport_size({"width": 390, "height": 480})
    walked(page)
    for name in more:
        qix("card", "remove", name, "--yes", "--quiet")


def test_b4_cards_lead_on_and_change_by_themselves(shop, pages):
    page = begun(pages, shop, "/app/")
    expect(page.locator(".deal > .card")).to_have_count(3)
    page.get_by_role("link", name=re.compile("^(Take it|See|Look)")).first.tap()
    expect(page).not_to_have_url(f"{shop.url}/app/")
    # An operator's change is there by itself.
    page.goto(f"{shop.url}/app/")
    shop.home.qix("card", "create", "news", "--title", "Just in", "--action", "Go=wallet", "--quiet")
    shop.home.qix("card", "publish", "news", "--quiet")
    expect(page.get_by_role("heading", name="Just in")).to_be_visible(timeout=8000)
    page.goto(f"{shop.url}/app/cards/news")
    page.get_by_role("link", name="Go", exact=True).tap()
    title(page, "Wallet")
    shop.home.qix("card", "remove", "news", "--yes", "--quiet")


def test_b5_back_forward_reload_and_twice(shop, pages):
    page = begun(pages, shop, "/app/", coins=300)
    for name in ("Rewards", "Wallet"):
        tab(page, name).tap()
        title(page, name)
    tab(page, "Rewards").tap()
    page.get_by_role("link", name="A mug").tap()
    title(page, "A mug")
    page.reload()
    title(page, "A mug")
    page.go_back()
    title(page, "Rewards")
    page.go_back()
    title(page, "Wallet")
    page.go_forward()
    page.go_forward()
    title(page, "A mug")
    other = phone(pages, shop, page.url.removeprefix(shop.url), beside=page)
    title(other, "A mug")
    # Nothing lies before it: its arrow leads to where it belongs.
    other.get_by_role("button", name="Back").tap()
    title(other, "Rewards")
    page.get_by_role("button", name="Back").tap()
    title(page, "Rewards")


def test_b5_the_way_back_closes_a_sheet(shop, pages):
    page = begun(pages, shop, "/app/rewards/coffee", coins=300)
    page.get_by_role("button", name="Take it for 100").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    title(page, "A coffee")
    page.get_by_role("button", name="Take it for 100").tap()
    dialog.get_by_role("button", name="Not now").tap()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Take it for 100").tap()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    title(page, "A coffee")
    assert wallet(shop, page.user)["available"] == 300
    page.get_by_role("button", name="Back").tap()
    title(page, "Rewards")


def test_b6_a_mug_is_held_and_a_movement_explains_itself(shop, pages):
    page = begun(pages, shop, "/app/rewards/mug", coins=200)
    page.get_by_role("button", name="Take it for 150").tap()
    page.get_by_role("dialog").get_by_role("button", name="Take it for 150").tap()
    title(page, "My rewards")
    expect(page.get_by_text(re.compile("^Held for you until"))).to_be_visible()
    page.get_by_role("button", name="Back").tap()
    tab(page, "Wallet").tap()
    expect(page.get_by_role("img", name="50 of 200 can be spent, 150 are held")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Coins given")).tap()
    expect(page.get_by_text("+200")).to_be_visible()
    page.get_by_role("button", name="That wasn’t me").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("I know of no such coins")
    dialog.get_by_role("button", name="Report it").tap()
    title(page, "What I reported")
    expect(page.get_by_text("I know of no such coins")).to_be_visible()
    page.get_by_role("link", name="Coins given, +200").tap()
    page.get_by_role("link", name="You have reported this").tap()
    (told,) = json.loads(shop.home.qix("dispute", "list", "--user", page.user, "--json"))["disputes"]
    shop.home.qix("dispute", "close", told["dispute"], "--answer", "They are a gift", "--quiet")
    page.reload()
    expect(page.get_by_text("They are a gift")).to_be_visible()


def test_b6_what_one_cannot_have_says_why(shop, pages):
    page = begun(pages, shop, "/app/rewards", coins=30)
    expect(page.get_by_role("link", name="A mug")).to_contain_text("120 to go")
    page.get_by_role("link", name="A mug").tap()
    expect(page.get_by_text("120 coins are missing")).to_be_visible()
    expect(page.get_by_role("button", name="Take it for 150")).to_have_count(0)
    page.get_by_role("button", name="Shake to win more").tap()
    title(page, "Shake your phone")


@pytest.mark.parametrize(("link", "heading"), [
    ("/open/reward/mug", "A mug"), ("/open/campaign/harvest?place=north", "Shake your phone"),
    ("/app/open?link=qix%3A%2F%2Freward%2Fmug", "A mug"), ("/app/open?link=web%2Bqix%3Avouchers", "My rewards"),
])
def test_b8_a_link_opens_its_page_after_the_welcome_and_at_once(shop, pages, link, heading):
    page = phone(pages, shop, link)
    title(page, "Shake it.")
    page.get_by_role("button", name="Start without an account").tap()
    title(page, heading)
    page.goto(shop.url + link)
    title(page, heading)


def test_b8_a_registered_protocol_leads_into_the_app(shop, pages, tmp_path):
    # A context of a test keeps no protocols, as a private window.
    profile = pages.browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=FLAGS, service_workers="block")
    pages.contexts.append(profile)
    page = profile.pages[0]
    page.goto(f"{shop.url}/healthz")
    page.evaluate(BEGIN)
    session = profile.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setRPHRegistrationMode", {"mode": "autoAccept"})
    manifest = shop.get("/app.webmanifest").json
    (handler,) = [one["url"] for one in manifest["protocol_handlers"] if one["protocol"] == "web+qix"]
    page.evaluate("to => navigator.registerProtocolHandler('web+qix', location.origin + to)", handler)
    page.evaluate("location.href = 'web+qix:reward/mug'")
    title(page, "A mug")
    for shortcut in manifest["shortcuts"]:
        page.goto(shop.url + shortcut["url"])
        expect(page.locator("h1").first).to_have_text(re.compile("Wallet|My rewards|Shake your phone"))


def test_b8_a_friends_code_is_filled_in(shop, pages):
    friend = begun(pages, shop, "/app/invite")
    title(friend, "Bring a friend")
    code = friend.locator("b.mono").inner_text()
    page = begun(pages, shop, f"/open/referral/{code}")
    title(page, "Bring a friend")
    expect(page.get_by_label("The friend’s code")).to_have_value(code)


HOSTILE = [
    "/app/open?link=https%3A%2F%2Fevil.example", "/app/open?link=%2F%2Fevil.example", "/app/open?link=javascript%3Aalert(1)",
    "/app/open?link=qix%3A%2F%2Freward%2Fmug%2F..%2F..%2F..%2F%2Fevil.example", "/open//evil.example",
    "/app/open/https:/evil.example", "/app//evil.example", "/app/%2f%2fevil.example", "/app/me/sign-in?next=//evil.example",
    "/app/signed-in?code=x&state=y&iss=https://evil.example", "/app/rewards/%2e%2e%2f%2e%2e%2fv1", "/app/vouchers/vch_..%2f..",
    "/app/wallet/%3Cimg%20src=x%20onerror=alert(1)%3E", "/app/invite/%3Cimg%20src=x%20onerror=alert(1)%3E",
]


def test_b8_hostile_links_stay_in_the_app(shop, pages):
    pages.expect(r"^4(0\d|22) ")
    page = begun(pages, shop)
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    left = []
    page.on("request", lambda request: request.url.startswith(shop.url) or left.append(request.url))
    for address in HOSTILE:
        page.goto(shop.url + address)
        if page.evaluate("document.contentType") == "text/html":
            expect(page.locator("#main")).to_be_visible()
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert page.url.startswith(shop.url + "/"), address
        assert page.locator("img[onerror]").count() == 0
    assert left == []


def test_b8_a_link_to_what_is_over_says_so(shop, pages):
    pages.expect(r"^404 GET /v1/links")
    page = begun(pages, shop, "/open/campaign/summer")
    title(page, "There is nothing here")
    shop.home.qix("campaign", "pause", "lottery", "--quiet")
    page.goto(f"{shop.url}/open/campaign/lottery")
    title(page, "Lottery")
    expect(page.get_by_text(re.compile("pause", re.I))).to_be_visible()
    page.get_by_role("button", name="Back to the cards").tap()
    expect(page.get_by_role("heading", name="Harvest is on")).to_be_visible()


def test_hostile_texts_of_operators_are_texts(shop, pages):
    evil = "<img src=x onerror=\"alert(1)\"><script>alert(2)</script>"
    qix = shop.home.qix
    qix("card", "create", "evil", "--title", evil, "--text", evil, "--action", "<b>Go</b>=reward/evil", "--quiet")
    qix("card", "publish", "evil", "--quiet")
    qix("reward", "create", "evil", "--brand", evil, "--title", evil, "--text", evil, "--delivery", "goods", "--price", 1,
        "--stock", 5, "--quiet")
    qix("reward", "publish", "evil", "--quiet")
    qix("campaign", "create", "evil", "--brand", "Alba", "--title", evil, "--start", "2026-01-01", "--end", "2099-01-01",
        "--time-zone", "UTC", "--shake", "tv", "--set", "tv.channels=Rai 1", "--award", "fixed:1", "--quiet")
    qix("campaign", "fund", "evil", "--amount", 10, "--quiet")
    qix("campaign", "start", "evil", "--quiet")
    page = begun(pages, shop, "/app/", coins=5)
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    for address in ("/app/", "/app/rewards", "/app/rewards/evil", "/app/open/campaign/evil"):
        page.goto(shop.url + address)
        expect(page.get_by_text(evil).first).to_be_visible()
    page.get_by_role("button", name="Can’t shake?").tap()
    title(page, "The ring is closed")
    page.goto(f"{shop.url}/app/rewards/evil")
    page.get_by_role("button", name="Take it for 1").tap()
    page.get_by_role("dialog").get_by_role("button", name="Take it for 1").tap()
    title(page, "My rewards")
    for address in ("/app/vouchers", "/app/wallet"):
        page.goto(shop.url + address)
        expect(page.get_by_text(evil).first).to_be_visible()
        assert page.locator("img[src=x], main script").count() == 0
    qix("card", "remove", "evil", "--yes", "--quiet")


WHO = """async () => (await (await fetch("/v1/users/me", { headers: { "Qix-Face": "app" } })).json()).user"""


def focused(page, name):
    """Comes to something by Tab alone."""
    wanted = page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name)).first
    expect(wanted).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"Tab never comes to {name}")
