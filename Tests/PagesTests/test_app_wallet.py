"""The wallet, what was taken and friends in the customers' app (acceptance B6): all of it, with its true signs and words."""

import re

from phone import begun, digits, read, title, until
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


def test_b6_a_win_says_how_it_was_drawn_and_that_it_was_taken_back(shop, pages):  # noqa: F811
    qix, page = shop.home.qix, begun(pages, shop, None)
    for campaign, award in (("drawn", "weighted:5x1,6x1"), ("fixed", "fixed:7")):
        qix("campaign", "create", campaign, "--brand", "Alba", "--title", campaign, "--start", "2026-01-01", "--end",
            "2099-01-01", "--time-zone", "UTC", "--shake", "tv", "--set", "tv.channels=Rai 1", "--award", award, "--quiet")
        qix("campaign", "fund", campaign, "--amount", 10, "--quiet")
        qix("campaign", "start", campaign, "--quiet")
        qix("shake", "send", "--user", page.user, "--type", "tv", "--campaign", campaign, "--quiet")
    page.goto(f"{shop.url}/app/wallet")
    page.get_by_role("link", name=re.compile("^drawn")).tap()
    page.get_by_role("button", name="How was this drawn?").tap()
    title(page, "How was this drawn?")
    page.goto(f"{shop.url}/app/wallet")
    page.get_by_role("link", name=re.compile("^fixed")).tap()
    expect(page.get_by_text("You won them by shaking: fixed.")).to_be_visible()
    # Everyone got the same: nothing was drawn.
    expect(page.get_by_role("button", name="How was this drawn?")).to_have_count(0)
    qix("coins", "reverse", page.url.rsplit("/", 1)[1], "--reason", "a test", "--quiet")
    page.goto(f"{shop.url}/app/wallet")
    page.get_by_role("link", name=re.compile("^fixed")).first.tap()
    expect(page.locator(".tall-num")).to_have_text("−7")
    expect(page.get_by_text("These coins were taken back: fixed.")).to_be_visible()


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
    page.get_by_role("dialog").get_by_role("button", name="Report it").tap()
    title(page, "What I reported")
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


def test_the_code_for_the_till_is_good_once(shop, pages, tmp_path):  # noqa: F811
    page = begun(pages, shop, coins=40)
    page.get_by_role("button", name="Till code").tap()
    title(page, "Code for the till")
    till = {"Authorization": f"Bearer {shop.home.token('integrator')}", "Idempotency-Key": "till-1"}
    shown = digits(page.locator("p.code").inner_text())
    assert len(shown) == 20
    assert set(read(shop, page.locator(".ticket"), tmp_path)) == {shown}
    reply = shop.request("POST", "/v1/members/resolve", till, {"code": shown, "till": "3"})
    assert reply.status in (200, 201), reply.text
    assert reply.json["available"] == 40 and reply.json["member"].startswith("mem_")
    reply = shop.request("POST", "/v1/members/resolve", {**till, "Idempotency-Key": "till-2"}, {"code": shown, "till": "3"})
    assert reply.json["code"] == "members.code-used"
    # Without a network codes go on: the phone has the key.
    page.context.set_offline(True)
    pages.expect("^failed: ")
    page.clock.install()
    page.clock.fast_forward(31_000)
    until(lambda: digits(page.locator("p.code").inner_text()) != shown)
    page.context.set_offline(False)
