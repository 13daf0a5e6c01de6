"""Notices in the app: what happened, by which ways one is told, and the way out that an email has."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from looks import accessible
from phone import begun, phone, title, until
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notices") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    home.qix("setting", "set", "sessions.guests", "open", "--quiet")
    home.qix("notice", "send", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def told(shop, page):
    """What a user is told of a voucher that they redeemed; they reach a tier, too."""
    shop.home.qix("reward", "redeem", "coffee", "--user", page.user, "--quiet")
    shop.home.qix("notice", "send", "--quiet")
    return [one for one in listed(shop, page) if one["kind"] == "voucher-issued"]


def listed(shop, page):
    return json.loads(shop.home.qix("notice", "list", "--user", page.user, "--json"))["notices"]


def test_a_notice_is_seen_at_home_and_read_once(shop, pages):
    page = begun(pages, shop, coins=250)
    (notice,) = told(shop, page)
    assert notice["read"] is None
    page.goto(f"{shop.url}/app/")
    page.get_by_role("button", name="New notices").tap()
    title(page, "Notices")
    row = page.get_by_role("listitem").filter(has_text="voucher")
    expect(row).to_contain_text("New")
    accessible(page)
    row.get_by_role("link").tap()
    title(page, "My rewards")
    until(lambda: all(one["read"] for one in listed(shop, page)))
    page.goto(f"{shop.url}/app/")
    expect(page.locator(".purse")).to_be_visible()
    expect(page.get_by_role("button", name="New notices")).to_have_count(0)


def test_one_chooses_what_one_is_told_of_and_when_not(shop, pages):
    page = begun(pages, shop, "/app/me")
    page.get_by_role("link", name=re.compile("^Notices")).tap()
    title(page, "Notices")
    expect(page.get_by_text("Nothing yet")).to_be_visible()
    page.get_by_role("link", name="Choose what reaches you").tap()
    title(page, "Choose what reaches you")
    accessible(page)
    kind = page.get_by_role("group", name=re.compile("oucher"))
    # Nothing goes to a number or an address that isn't verified.
    expect(kind.get_by_label("By email")).to_be_disabled()
    expect(page.get_by_text("verify your number or address first")).to_be_visible()

    def chosen():
        choices = json.loads(shop.home.qix("notice", "choices", "--user", page.user, "--json"))
        return choices, next(one for one in choices["choices"] if one["kind"] == "voucher-issued")

    kind.get_by_label("In the app").uncheck()
    until(lambda: not chosen()[1]["page"])
    page.get_by_label("From").fill("23:00")
    page.get_by_label("Until").fill("06:30")
    page.get_by_role("button", name="Save").tap()
    until(lambda: chosen()[0]["quiet"] == "23:00-06:30")
    page.get_by_role("button", name="The usual hours").tap()
    until(lambda: not chosen()[0]["quiet_own"])
    page.get_by_role("button", name="No quiet hours").tap()
    expect(page.get_by_text("You have no quiet hours.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You have no quiet hours.")).to_be_visible()
    expect(kind.get_by_label("In the app")).not_to_be_checked()


def test_what_was_not_wanted_is_not_told(shop, pages):
    page = begun(pages, shop, coins=250)
    shop.home.qix("notice", "choose", "voucher-issued", "--by", "none", "--user", page.user, "--quiet")
    assert told(shop, page) == []


def test_the_link_of_an_email_asks_before_it_stops_anything(shop, pages):
    pages.expect("^404 POST /v1/notices/stop/")
    page = phone(pages, shop, None)
    page.goto(f"{shop.url}/notices/{'A' * 24}")
    title(page, "Stop messages")
    accessible(page)
    page.get_by_role("button", name="Stop these emails").press("Enter")
    expect(page.get_by_role("status")).to_have_text("This link is no longer valid.")
    expect(page.get_by_role("button")).to_have_count(0)
