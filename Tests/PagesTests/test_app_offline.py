"""The customers' app without a network (acceptance B3, B6, B7): what opens, what works, what waits and is sent once."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from phone import begun, digits, phone, session_cookies, shakes, stored, tab, title, until, wallet
from playwright.sync_api import expect

# Requests fail while there is no network.
GONE = "^failed: |ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("offline") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    home.qix("setting", "set", "sessions.guests", "open", "--quiet")
    home.qix("directive", "add", "here", "--campaign", "harvest", "--priority", -1, "--quiet")
    server = Server(home)
    yield server
    server.stop()


def keeps(page):
    """Waits until the service worker has all the files of the app."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    until(lambda: any("/app/" in one for one in stored(page)["caches"].values()), 15)


def goes(page):
    page.context.set_offline(True)


def comes(page):
    page.context.set_offline(False)


@pytest.fixture
def kept(shop, pages):
    """A phone that has what it needs, with a voucher in its pocket."""
    pages.expect(GONE)
    page = begun(pages, shop, "/app/code", coins=250, works_offline=True)
    title(page, "Code for the till")
    redemption = shop.home.qix("reward", "redeem", "coffee", "--user", page.user, "--quiet").strip()
    page.goto(f"{shop.url}/app/vouchers")
    title(page, "My rewards")
    until(lambda: any("voucher" in one for one in stored(page)["databases"]["pocket"]))
    page.goto(f"{shop.url}/app/wallet")
    expect(page.locator(".figure")).to_have_text("150")
    keeps(page)
    page.redemption = redemption
    return page


def test_b6_wallet_voucher_and_code_work_without_a_network(shop, kept):
    page = kept
    goes(page)
    page.reload()
    title(page, "Wallet")
    expect(page.locator(".figure")).to_have_text("150")
    expect(page.get_by_text(re.compile("^As of "))).to_be_visible()
    page.get_by_role("button", name="My rewards").tap()
    page.get_by_role("link", name=re.compile("^A coffee")).tap()
    title(page, "A coffee")
    expect(page.get_by_role("img", name="The voucher’s code")).to_be_visible()
    expect(page.get_by_text("Kept on this phone")).to_be_visible()
    shown = page.locator("p.code").inner_text()
    # The list of what was taken names it by its redemption.
    page.goto(f"{shop.url}/app/vouchers/{page.redemption}")
    title(page, "A coffee")
    expect(page.locator("p.code")).to_have_text(shown)
    page.goto(f"{shop.url}/app/code")
    title(page, "Code for the till")
    code = digits(page.locator("p.code").inner_text())
    # Both are good at the till, which has a network.
    till = {"Authorization": f"Bearer {shop.home.token('integrator')}"}
    reply = shop.request("POST", "/v1/members/resolve", {**till, "Idempotency-Key": "offline-1"}, {"code": code, "till": "3"})
    assert reply.status in (200, 201), reply.text
    file = shop.home.folder / "code.txt"
    file.write_text(shown)
    shop.home.qix("voucher", "use", "--purchase", "5.00 EUR", "--till", 3, "--code-file", file, "--quiet")
    # What isn't kept says so in words, also when it is tried again, and comes back by itself with the network.
    page.goto(f"{shop.url}/app/rewards")
    page.get_by_role("button", name="Try again").tap()
    expect(page.get_by_text("No network").first).to_be_visible()
    comes(page)
    title(page, "Rewards")
    page.goto(f"{shop.url}/app/vouchers")
    expect(page.get_by_role("link", name=re.compile("^A coffee"))).to_be_visible()


def test_b3_a_shake_without_a_network_waits_and_is_sent_once(shop, kept, pages):
    page = kept
    other = phone(pages, shop, "/app/wallet", beside=page)
    title(other, "Wallet")
    tab(page, "Shake").tap()
    title(page, "Shake your phone")
    goes(page)
    page.get_by_role("button", name="Can’t shake?").tap()
    title(page, "1 shake waits")
    expect(page.get_by_role("listitem").filter(has_text="Harvest")).to_be_visible()
    assert shakes(shop, page.user) == []
    # Closing the page loses nothing.
    page.goto(f"{shop.url}/app/wallet")
    title(page, "Wallet")
    expect(page.locator(".figure")).to_have_text("150")
    comes(page)
    (sent,) = until(lambda: shakes(shop, page.user), 20)
    until(lambda: any(one.get_by_text("Harvest: You won 20 coins").count() for one in (page, other)), page=page)
    for one in (page, other):
        one.bring_to_front()
        expect(one.locator(".figure")).to_have_text("170", timeout=10_000)
    assert stored(page)["databases"]["queue"] == []
    page.wait_for_timeout(500)
    assert len(shakes(shop, page.user)) == 1 and wallet(shop, page.user)["available"] == 170


def test_b3_what_waits_is_told_when_it_is_sent_and_can_be_taken_back(shop, kept):
    page = kept
    tab(page, "Shake").tap()
    title(page, "Shake your phone")
    goes(page)
    page.get_by_role("button", name="Can’t shake?").tap()
    title(page, "1 shake waits")
    page.get_by_role("button", name="Take back: Harvest").tap()
    title(page, "0 shakes wait")
    comes(page)
    page.get_by_role("button", name="Back to the cards").tap()
    tab(page, "Shake").tap()
    title(page, "Shake your phone")
    assert shakes(shop, page.user) == []
    goes(page)
    page.get_by_role("button", name="Can’t shake?").tap()
    title(page, "1 shake waits")
    comes(page)
    title(page, "The ring is closed")
    assert len(shakes(shop, page.user)) == 1


def test_b7_no_answer_of_the_server_is_in_a_cache(shop, kept):
    page = kept
    for address in ("/app/", "/app/rewards", "/app/me", "/app/me/profile"):
        page.goto(shop.url + address)
        expect(page.locator("#main > *").first).to_be_visible()
    caches = stored(page)["caches"]
    assert len(caches) == 1
    paths = [path for one in caches.values() for path in one]
    assert "/app/" in paths and [path for path in paths if path.startswith(("/v1", "/open"))] == []


def test_b7_fresh_storage_finds_the_coins(shop, kept):
    """iOS forgets what scripts store after seven days."""
    page = kept
    page.evaluate("""async () => {
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
      for (const name of await caches.keys()) await caches.delete(name)
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      localStorage.clear(), sessionStorage.clear()
    }""")
    assert session_cookies(page)
    page.goto("about:blank")
    page.goto(f"{shop.url}/app/wallet")
    title(page, "Wallet")
    expect(page.locator(".figure")).to_have_text("150")


def test_b7_signing_out_takes_the_pocket_along(shop, kept, pages):
    pages.expect("^401 ")
    page = kept
    shop.home.qix("session", "end", "--user", page.user, "--all", "--quiet")
    title(page, "Shake it.")
    until(lambda: stored(page)["databases"] == {"pocket": [], "queue": []}, page=page)
    goes(page)
    page.reload()
    expect(page.locator("#main")).to_contain_text("No network")
    expect(page.get_by_text("150")).to_have_count(0)


def test_the_operator_can_switch_it_off(shop, kept):
    page = kept
    try:
        shop.home.qix("setting", "set", "server.pages-offline", "no", "--quiet")
        page.goto(f"{shop.url}/app/wallet")
        title(page, "Wallet")
        until(lambda: page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0)
        until(lambda: stored(page)["caches"] == {})
        page.goto(f"{shop.url}/app/wallet")
        title(page, "Wallet")
        assert page.evaluate("navigator.serviceWorker.controller") is None
    finally:
        shop.home.qix("setting", "set", "server.pages-offline", "yes", "--quiet")


def test_the_worker_answers_nothing_but_pages_and_files(shop, kept):
    page = kept
    goes(page)
    assert page.evaluate("fetch('/v1/wallets/me', { headers: { 'Qix-Face': 'app' } }).then(() => 1, () => 0)") == 0
    assert page.evaluate("fetch('/console').then(() => 1, () => 0)") == 0
    assert json.loads(page.evaluate("fetch('/brand.json').then(one => one.text())"))["name"]


def test_b3_a_shake_can_begin_without_a_network(shop, kept):
    page = kept
    goes(page)
    page.goto(f"{shop.url}/app/")
    tab(page, "Shake").tap()
    title(page, "Shake your phone")
    page.get_by_role("button", name="Can’t shake?").tap()
    title(page, "1 shake waits")
    comes(page)
    title(page, "The ring is closed")
    assert [one["coins"] for one in shakes(shop, page.user)] == [20]


def test_b7_what_a_network_puts_in_place_of_a_file_is_not_kept(shop, pages):
    pages.expect("Unexpected token|MIME type|^failed: |^uncaught")
    page = phone(pages, shop, None, works_offline=True)
    asked = []
    page.context.route(re.compile("files-[0-9a-f]+/parts/rest"), lambda route: asked.append(1) or route.fulfill(
        status=200, content_type="text/html", body="<p>Please sign in to this network"))
    page.goto(f"{shop.url}/app/")
    title(page, "Shake it.")
    until(lambda: asked, page=page)
    page.wait_for_timeout(1000)
    page.context.unroute(re.compile("files-[0-9a-f]+/parts/rest"))
    page.goto(f"{shop.url}/app/me/sign-in")
    title(page, "Where do we send your code?")
