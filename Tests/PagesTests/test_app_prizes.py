"""Prizes that aren't coins in the customers' app: what was won, and where it is found again."""

import shutil

import pytest
from harness import Home, Server
from phone import begun, shakes, title
from playwright.sync_api import expect

GTIN = "4006381333931"
PRIZES = {"voucher": "voucher:coffee", "reward": "reward:coffee", "badge": "badge:founder", "ticket": "ticket:trip"}


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("prizes")
    shutil.copytree(sample, folder / "home")
    home = Home(folder / "home")
    qix = home.qix
    qix("raffle", "create", "trip", "--winners", 1, "--quiet")
    for name, prize in PRIZES.items():
        qix("campaign", "create", name, "--brand", "Alba", "--title", name.capitalize(), "--start", "2026-01-01", "--end",
            "2099-01-01", "--time-zone", "UTC", "--shake", "scan", "--set", "scan.typed=true", "--award",
            f"weighted:{prize}x1", "--quiet")
        qix("campaign", "fund", name, "--amount", 700, "--quiet")
        qix("campaign", "start", name, "--quiet")
    qix("setting", "set", "sessions.guests", "open", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def count(pages, shop, name):
    """Types a product's digits in a campaign."""
    page = begun(pages, shop, f"/open/campaign/{name}")
    page.get_by_role("button", name="Type the number below the bars").tap()
    page.get_by_label("Number below the bars").fill(GTIN)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Count it").tap()
    title(page, "You won")
    (shake,) = shakes(shop, page.user)
    assert (shake["outcome"], shake["coins"], shake["prize"]) == ("won", 0, PRIZES[name])
    return page


def test_b5_a_voucher_that_was_won_is_shown_at_the_till(shop, pages):
    page = count(pages, shop, "voucher")
    expect(page.get_by_role("img", name="You won: Two euros off coffee")).to_be_visible()
    # No reward is behind it, so nothing is found under redemptions.
    pages.expect(r"^404 GET /v1/redemptions/vch_")
    page.get_by_role("button", name="See it").tap()
    title(page, "Two euros off coffee")
    code = page.locator("p.code").inner_text()
    assert len(code) > 10
    expect(page.locator(".ticket svg, .ticket img").first).to_be_visible()
    page.goto(f"{shop.url}/app/vouchers")
    page.get_by_role("link", name="Two euros off coffee").tap()
    expect(page.locator("p.code")).to_have_text(code)


def test_b5_a_reward_that_was_won_is_among_ones_rewards(shop, pages):
    page = count(pages, shop, "reward")
    page.get_by_role("button", name="See it").tap()
    expect(page.locator("p.code")).to_be_visible()
    page.goto(f"{shop.url}/app/vouchers")
    expect(page.locator(".rows li")).to_have_count(1)


@pytest.mark.parametrize("name, said", [("badge", "It’s on your profile."), ("ticket", "You’re in the draw.")])
def test_b5_what_has_no_page_says_where_it_is(shop, pages, name, said):
    page = count(pages, shop, name)
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_role("button", name="See it")).to_have_count(0)
