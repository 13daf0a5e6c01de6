"""The wallet, what was taken and friends in the customers' app (acceptance B6): all of it, with its true signs and words."""

import re

from phone import begun, title
from playwright.sync_api import expect
from test_app import shop  # noqa: F401


def redeemed(shop, reward, user):  # noqa: F811
    return shop.home.qix("reward", "redeem", reward, "--user", user, "--quiet").strip()


def test_b6_all_movements_are_shown_each_once(shop, pages):  # noqa: F811
    page = begun(pages, shop, None)
    for amount in range(1, 8):
        shop.home.qix("coins", "issue", "--to", page.user, "--amount", amount, "--quiet")
    page.goto(f"{shop.url}/app/wallet")
    given = page.get_by_role("link", name=re.compile("^Coins given"))
    expect(given).to_have_count(5)
    more = page.get_by_role("button", name="Show more")
    more.tap()
    expect(given).to_have_count(7)
    expect(more).to_have_count(0)
    # What is new stands above them.
    shop.home.qix("coins", "issue", "--to", page.user, "--amount", 8, "--quiet")
    expect(given).to_have_count(8, timeout=8000)
    expect(page.locator(".rows .fig.good")).to_have_text([f"+{amount}" for amount in range(8, 0, -1)])


def test_b6_few_movements_are_all(shop, pages):  # noqa: F811
    page = begun(pages, shop, coins=3)
    expect(page.get_by_role("link", name=re.compile("^Coins given"))).to_have_count(1)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def test_b6_spent_coins_are_fewer_coins(shop, pages):  # noqa: F811
    page = begun(pages, shop, None, coins=100)
    redemption = redeemed(shop, "coffee", page.user)
    page.goto(f"{shop.url}/app/wallet")
    page.get_by_role("link", name=re.compile("^A coffee")).tap()
    title(page, "A coffee")
    expect(page.locator(".tall-num")).to_have_text("−100")
    page.get_by_role("button", name="Show what I took").tap()
    expect(page).to_have_url(f"{shop.url}/app/vouchers/{redemption}")
    expect(page.get_by_role("img", name="The voucher’s code")).to_be_visible()
    shop.home.qix("shake", "send", "--user", page.user, "--type", "tv", "--campaign", "harvest", "--quiet")
    page.goto(f"{shop.url}/app/wallet")
    page.get_by_role("link", name=re.compile("^Harvest")).tap()
    page.get_by_role("button", name="How was this drawn?").tap()
    title(page, "How was this drawn?")


def test_b6_what_has_no_voucher_is_shown_without_one(shop, pages):  # noqa: F811
    qix = shop.home.qix
    qix("reward", "publish", "tree", "--quiet")
    page = begun(pages, shop, "/app/rewards/tree", coins=200)
    expect(page.get_by_text("A donation to Forest")).to_be_visible()
    redeemed(shop, "tree", page.user)
    mug = redeemed(shop, "mug", page.user)
    page.goto(f"{shop.url}/app/vouchers")
    page.get_by_role("link", name=re.compile("^A tree")).tap()
    title(page, "A tree")
    expect(page.locator(".facts")).to_contain_text("Yours")
    # The desk hears of what was taken.
    page.get_by_role("button", name="That wasn’t me").tap()
    page.get_by_role("dialog").get_by_role("button", name="Tell the desk").tap()
    title(page, "What I told the desk")
    expect(page.get_by_text("Something taken")).to_be_visible()
    page.goto(f"{shop.url}/app/vouchers/{mug}")
    title(page, "A mug")
    expect(page.locator(".facts")).to_contain_text("Held for you until")
    qix("reward", "cancel", mug, "--reason", "a test", "--quiet")


def test_b6_what_is_sold_out_says_so_in_place_of_the_button(shop, pages):  # noqa: F811
    qix = shop.home.qix
    qix("reward", "create", "cap", "--brand", "Alba", "--title", "A cap", "--delivery", "goods", "--price", 10, "--stock", 1, "--quiet")
    qix("reward", "publish", "cap", "--quiet")
    page = begun(pages, shop, "/app/rewards/cap", coins=50)
    expect(page.get_by_role("button", name="Take it for 10")).to_be_visible()
    redeemed(shop, "cap", page.user)
    page.reload()
    expect(page.get_by_text("Out of stock.")).to_be_visible()
    expect(page.get_by_role("button", name="Take it for 10")).to_have_count(0)
    qix("reward", "retire", "cap", "--yes", "--quiet")


def test_b8_friends_are_told_how_far_they_are(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/invite")
    expect(page.get_by_role("heading", name="100 for you, 50 for them")).to_be_visible()
    code = page.locator("b.mono").inner_text()
    friend = begun(pages, shop, f"/app/invite/{code}")
    friend.get_by_role("button", name="Enter it").tap()
    expect(friend.get_by_text("Taken. You both win when it counts.")).to_be_visible()
    friend.reload()
    title(friend, "Bring a friend")
    expect(friend.get_by_text("A friend has joined")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("A friend has joined")).to_be_visible()


def test_b7_where_there_are_no_tiers_none_is_promised(shop, pages):  # noqa: F811
    page = begun(pages, shop, None)
    page.route("**/v1/tiers/me/of", lambda route: route.fulfill(json={"tier": None, "title": None, "next": None}))
    page.goto(f"{shop.url}/app/tier")
    expect(page.get_by_role("heading", name="There are no tiers")).to_be_visible()
    expect(page.get_by_text("There is nothing above it")).to_have_count(0)
