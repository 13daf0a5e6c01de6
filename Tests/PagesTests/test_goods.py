"""Rewards, vouchers, segments and budgets in the console: what runs out, why a till refuses, and every act."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect

HOSTILE = "Basket <b id=x>&\"'"
# The other lists are made of the same parts.
SCREENS = ["rewards", "rewards/cup", "rewards/new", "vouchers", "vouchers/few", "segments/loyal", "budgets/summer"]


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    """A server on a home whose cups run out, with a voucher that a till has taken."""
    folder = tmp_path_factory.mktemp("goods") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)

    def reward(name, title, *more):
        home.qix("reward", "create", name, "--title", title, "--quiet", *more)

    home.qix("voucher", "generate", "few", "--count", 4, "--title", "A latte", "--value", "3.00 EUR",
             "--minimum-purchase", "5.00 EUR", "--quiet")
    reward("cup", "A cup", "--brand", "Alba", "--delivery", "goods", "--price", 20, "--stock", 13)
    reward("latte", "A latte", "--brand", "Alba", "--delivery", "voucher:few", "--price", 10)
    reward("basket", HOSTILE, "--delivery", "goods", "--price", 300, "--stock", 50, "--brand", "Bosco")
    home.qix("reward", "publish", "cup", "latte", "basket", "--quiet")
    home.qix("user", "create", "--external-id", "bob", "--quiet")
    home.qix("coins", "issue", "--to", "bob", "--amount", 700, "--quiet")
    home.qix("reward", "redeem", "latte", "--user", "bob", "--quiet")
    sent = home.qix("reward", "redeem", "cup", "--user", "bob", "--quantity", 12, "--quiet").strip()
    home.qix("reward", "confirm", sent, "--quiet")
    vouchers = shown(home, "voucher", "list", "few")["vouchers"]
    home.voucher = next(one["voucher"] for one in vouchers if one["state"] == "open")
    home.code = shown(home, "voucher", "show", home.voucher, "--reveal", "--reason", "test")["code"]
    file = home.folder / "code.txt"
    file.touch(0o600)
    file.write_text(home.code)
    home.qix("voucher", "use", "--code-file", file, "--purchase", "6.00 EUR", "--till", "till-7",
             "--idempotency-key", "sale-1", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def shown(home, *words):
    return json.loads(home.qix(*words, "--json"))


def opened(pages, shop, role, path, **options):
    page = pages.signed_in(shop, role, f"/console/{path}", **options)
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    return page


def acted(page, act, *, fill=None, says=None):
    """Opens an act, fills its fields, reads the dry run, and does it."""
    page.get_by_role("button", name=act).first.click()
    dialog = page.get_by_role("dialog")
    for label, value in (fill or {}).items():
        dialog.get_by_label(re.compile(f"^{label}")).fill(value)
    expect(dialog.locator("[aria-busy=true]")).to_have_count(0)
    expect(dialog.locator(".diff")).to_contain_text(says or "")
    button = dialog.locator("button.main, button.harm").last
    button.click()
    return dialog


@pytest.mark.parametrize("screen", SCREENS)
def test_each_page_can_be_read_and_used_by_everyone(shop, pages, screen):
    page = opened(pages, shop, "operator", screen, width=360, height=740, has_touch=True)
    expect(page.locator("main .cli").first).to_be_visible()
    touchable(page)
    accessible(page)
    fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    walked(page)


def test_what_runs_out_is_the_heading_and_is_refilled(shop, pages):
    pages.expect(r"^400 POST /v1/rewards/cup/stock")
    page = opened(pages, shop, "operator", "rewards")
    expect(page.locator("h1")).to_contain_text("“A cup” runs out on")
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("A cup")
    expect(rows.filter(has_text="Basket")).to_contain_text(HOSTILE)
    expect(page.locator("#x")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Low stock 3$")).click()
    expect(page).to_have_url(re.compile(r"\?state=low$"))
    expect(page.get_by_role("row").filter(has_text="Basket")).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    assert "A cup,Alba,20" in saved.value.path().read_text()
    page.get_by_label("Brand").select_option("Bosco")
    expect(page.get_by_role("row").filter(has_text="A cup")).to_have_count(0)
    page.get_by_label("Brand").select_option("Alba")
    acted(page, "Add items: A cup", fill={"Add": "500"}, says="501 would be available")
    expect(page.get_by_text("Done: Restock.")).to_be_visible()
    expect(page.locator("h1")).not_to_contain_text("A cup")
    assert shown(shop.home, "reward", "show", "cup")["stock"]["available"] == 501


def test_a_reward_is_made_priced_published_and_retired(shop, pages):
    pages.expect(r"^4\d\d POST /v1/rewards")
    page = opened(pages, shop, "operator", "rewards")
    page.get_by_role("link", name="Reward", exact=True).click()
    page.get_by_role("button", name="Make the draft").click()
    expect(page.get_by_label("Title", exact=True)).to_be_focused()
    expect(page.get_by_text("Please fill this in.").first).to_be_visible()
    page.get_by_label("Title", exact=True).fill("Café, for two!")
    expect(page.get_by_label("Name", exact=True)).to_have_value("cafe-for-two")
    page.get_by_label("Brand", exact=True).fill("Alba")
    page.get_by_text("As a voucher for the till").click()
    page.get_by_label("Series of vouchers").select_option("few")
    page.get_by_label("Price in coins").fill("many")
    expect(page.get_by_role("alert")).to_contain_text("many")
    page.get_by_label("Price in coins").fill("80")
    page.get_by_label("Last day").fill("2099-05-01")
    page.get_by_label("Time zone").fill("Europe/Rome")
    expect(page.locator(".diff")).to_contain_text("voucher:few")
    expect(page.locator(".tall-cli")).to_contain_text("--delivery voucher:few")
    expect(page.locator(".tall-cli")).to_contain_text("--time-zone Europe/Rome")
    accessible(page)
    page.get_by_role("button", name="Make the draft").click()
    expect(page.locator("h1")).to_have_text("“Café, for two!” is a draft")
    made = shown(shop.home, "reward", "show", "cafe-for-two")
    assert (made["state"], made["price"], made["delivery"]) == ("draft", 80, "voucher:few")
    acted(page, "Publish")
    expect(page.locator("h1")).to_contain_text("Users can redeem")
    acted(page, "Change the price", fill={"Coins": "75"}, says="it would cost 75 coins now")
    expect(page.locator(".say")).to_contain_text("It costs 75 coins.")
    acted(page, "Change the price", fill={"Percent off": "20", "Until": "2099-01-01"}, says="60 coins now")
    expect(page.locator(".say")).to_contain_text("It costs 60 coins.")
    acted(page, "End it", says="75 coins now")
    expect(page.locator(".say")).to_contain_text("It costs 75 coins.")
    # Its name has to be typed, and a wrong one is refused.
    dialog = acted(page, "Retire", fill={"Confirm": "cup"})
    expect(dialog.get_by_role("alert")).to_be_visible()
    with page.expect_response(re.compile("/retire$")):
        dialog.get_by_label(re.compile("^Confirm")).fill("cafe-for-two")
    expect(dialog.get_by_text("Nothing yet")).to_be_visible()
    dialog.get_by_role("button", name="Retire").click()
    expect(page.locator("h1")).to_contain_text("is retired")
    assert shown(shop.home, "reward", "show", "cafe-for-two")["state"] == "retired"


def test_another_price_is_tried(shop, pages):
    page = opened(pages, shop, "auditor", "rewards/latte")
    expect(page.get_by_role("button", name="Change the price")).to_have_count(0)
    page.get_by_label("Price to try").fill("5")
    page.get_by_label("Price to try").press("Enter")
    expect(page.get_by_text("At 5 users would take 1 for 5 coins")).to_be_visible()
    expect(page.get_by_text("qix reward simulate latte --price 5")).to_be_visible()


def test_the_till_has_refused_a_voucher_and_the_use_is_taken_back(shop, pages):
    home = shop.home
    page = opened(pages, shop, "operator", "vouchers")
    expect(page.locator("h1")).to_have_text("“A latte” has 3 vouchers left")
    page.get_by_role("link", name="A latte").click()
    page.get_by_role("button", name="used", exact=True).click()
    link = page.locator("tbody a[href^='/console/vouchers/vch_']")
    expect(link).to_have_count(1)
    link.click()
    expect(page.locator("h1")).to_have_text("“A latte” is used")
    expect(page.locator(".say")).to_contain_text("A till refuses it.")
    expect(page.locator(".say")).to_contain_text("till-7")
    assert home.code not in page.content()
    page.get_by_role("button", name="Uncover: Code").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".cli")).to_contain_text("--reveal=code --reason")
    dialog.get_by_role("button", name="Uncover").click()
    expect(page.get_by_text(home.code)).to_be_visible()
    assert home.voucher in home.qix("audit", "show", "--limit", 5, "--json")
    accessible(page)
    fits(page)
    acted(page, "Take the use back", says="the use would be taken back")
    expect(page.locator("h1")).to_have_text("“A latte”: a till takes it")
    expect(page.locator(".say")).to_contain_text("at least")
    assert shown(home, "voucher", "show", home.voucher)["good"]
    acted(page, "Cancel it")
    expect(page.locator("h1")).to_have_text("“A latte” is cancelled")
    expect(page.get_by_role("button", name="Cancel it")).to_have_count(0)
    assert shown(home, "voucher", "show", home.voucher)["state"] == "void"


def test_series_are_made_filled_and_cancelled(shop, pages):
    pages.expect(r"^4\d\d POST /v1/vouchers")
    page = opened(pages, shop, "operator", "vouchers")
    acted(page, "New series", fill={"Series": "tea", "Title": "A tea", "Count": "20", "Value": "1.50 EUR"},
          says="20 vouchers of tea would be made")
    page.get_by_role("link", name="A tea").click()
    expect(page.locator("h1")).to_have_text("20 vouchers of “A tea” are left")
    acted(page, "Make more", fill={"Count": "5"}, says="5 vouchers")
    expect(page.locator("h1")).to_have_text("25 vouchers of “A tea” are left")
    # The focus is where it was.
    expect(page.get_by_role("button", name="Make more")).to_be_focused()
    acted(page, "Cancel the series", fill={"Confirm": "tea"})
    expect(page.locator("h1")).to_have_text("“A tea” is cancelled")
    series = shown(shop.home, "voucher", "show", "tea")
    assert (series["made"], series["state"]) == (25, "void")
    # An id of a series leads to it, too.
    page.goto(f"{shop.url}/console/vouchers/{series['series']}")
    expect(page.locator("h1")).to_have_text("“A tea” is cancelled")


def test_a_segment_is_made_asked_and_removed(shop, pages):
    pages.expect(r"^404 GET /v1/segments/loyal")
    pages.expect(r"^400 ")
    page = opened(pages, shop, "operator", "segments")
    acted(page, "New segment", fill={"Name": "half", "Percent": "50"})
    page.get_by_role("link", name="half").click()
    expect(page.locator(".say")).to_contain_text("50 % of all users")
    acted(page, "Remove it", fill={"Confirm": "half"})
    expect(page.get_by_role("link", name="loyal")).to_be_visible()
    expect(page.get_by_role("link", name="half")).to_have_count(0)
    page.get_by_role("link", name="loyal").click()
    page.get_by_label("User").fill("bob")
    page.get_by_role("button", name="Look").click()
    expect(page.get_by_text("bob isn't in it.")).to_be_visible()
    page.get_by_label("User").fill("<i>no such</i>")
    page.get_by_role("button", name="Look").click()
    expect(page.get_by_role("alert")).to_contain_text("<i>no such</i>")


def test_a_low_budget_gets_coins(shop, pages):
    home = shop.home
    home.qix("budget", "create", "spring", "--amount", 300, "--quiet")
    page = opened(pages, shop, "operator", "budgets")
    expect(page.locator("h1")).to_have_text("The budget spring has 300 coins left")
    page.get_by_role("link", name="spring").click()
    expect(page.locator("h1")).to_have_text("Only 300 coins are left in spring")
    acted(page, "Put coins in", fill={"Amount": "5000"}, says="5,000 new coins in spring")
    expect(page.locator("h1")).to_have_text("5,300 coins are left in spring")
    expect(page.get_by_role("row").filter(has_text="+5,000")).to_contain_text("funded")
    assert shown(home, "budget", "show", "spring")["available"] == 5300
    page.goto(f"{shop.url}/console/budgets/{shown(home, 'budget', 'show', 'spring')['id']}")
    expect(page.locator("h1")).to_have_text("5,300 coins are left in spring")


def test_support_looks_and_changes_nothing(shop, pages):
    page = opened(pages, shop, "support", "rewards")
    # Without the report there is no pace, and none is asked for.
    expect(page.get_by_role("columnheader", name="Lasts until")).to_have_count(0)
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    for path in ("rewards", "rewards/cup", "vouchers", "vouchers/few", "segments", "segments/loyal"):
        page.goto(f"{shop.url}/console/{path}")
        expect(page.locator("main .cli").first).to_be_visible()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        for name in ("Restock", "Publish", "Retire", "Make more", "New series", "Cancel the series", "New segment",
                     "Remove it", "Simulate"):
            assert page.locator("main").get_by_role("button", name=name, exact=True).count() == 0, (path, name)
    expect(page.get_by_role("link", name="Budgets")).to_have_count(0)
    page.goto(f"{shop.url}/console/rewards/new")
    expect(page.get_by_role("button", name="Make the draft")).to_have_count(0)


def test_many_new_coins_wait_for_another_person(shop, pages):
    pages.expect(r"^403 POST /v1/budgets/summer/fund")
    home = shop.home
    home.qix("setting", "set", "coins.approval-above", 1000, "--quiet")
    before = shown(home, "budget", "show", "summer")["available"]
    page = opened(pages, shop, "operator", "budgets/summer")
    page.get_by_role("button", name="Put coins in").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Amount")).fill("9000")
    expect(dialog).to_contain_text("Another person approves it first")
    dialog.get_by_label(re.compile("^Reason")).fill("Easter")
    dialog.locator("button.main").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Nothing has changed yet")
    dialog.get_by_role("link", name="To the approvals").click()
    expect(page.get_by_text("Easter").first).to_be_visible()
    assert shown(home, "budget", "show", "summer")["available"] == before
    home.qix("setting", "reset", "coins.approval-above", "--quiet")
