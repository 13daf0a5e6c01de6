"""The customers' app when answers come late or fail: what the user has left meanwhile stays left, and nothing is lost."""

import re

from phone import begun, phone, shake, shakes, tab, title, until, wallet
from playwright.sync_api import expect
from test_app import shop  # noqa: F401


def held(page, address):
    """Holds requests to an address back; the list's functions let them go on."""
    waiting = []
    page.route(address, lambda route: waiting.append(route.continue_))
    return waiting


def press(page):
    page.get_by_role("button", name="Can’t shake?").tap()


def test_b5_a_late_win_is_told_where_the_user_is_now(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/shake")
    waiting = held(page, "**/v1/shakes")
    press(page)
    expect(page.get_by_text("Sending…")).to_be_visible()
    until(lambda: waiting, page=page)
    page.get_by_role("button", name="Close").tap()
    tab(page, "Wallet").tap()
    title(page, "Wallet")
    waiting.pop()()
    expect(page.get_by_text(re.compile("You won 20 coins"))).to_be_visible()
    title(page, "Wallet")
    # A toast stays while one goes on.
    tab(page, "Rewards").tap()
    title(page, "Rewards")
    expect(page.get_by_text(re.compile("You won 20 coins"))).to_be_visible()
    assert wallet(shop, page.user)["available"] == 20


def test_b6_who_closes_the_question_too_soon_still_sees_the_voucher(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/rewards/coffee", coins=100)
    waiting = held(page, "**/v1/rewards/coffee/redemptions")
    page.get_by_role("button", name="Take it for 100").tap()
    page.get_by_role("dialog").get_by_role("button", name="Take it for 100").tap()
    until(lambda: waiting, page=page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    waiting.pop()()
    expect(page.get_by_role("img", name="The voucher’s code")).to_be_visible()
    assert wallet(shop, page.user)["available"] == 0


def test_b5_a_slow_page_shows_nothing_once_the_user_went_elsewhere(shop, pages):  # noqa: F811
    page = begun(pages, shop)
    waiting = held(page, "**/v1/links*")
    page.goto(f"{shop.url}/open/reward/mug", wait_until="commit")
    until(lambda: waiting, page=page)
    expect(page.locator("body[aria-busy]")).to_have_count(1)
    page.evaluate("history.pushState({ position: 1 }, '', '/app/wallet'); dispatchEvent(new PopStateEvent('popstate', { state: { position: 1 } }))")
    title(page, "Wallet")
    waiting.pop()()
    page.wait_for_timeout(500)
    title(page, "Wallet")
    assert page.url.endswith("/app/wallet")


def test_b5_the_same_section_again_is_no_step_of_the_way_back(shop, pages):  # noqa: F811
    page = begun(pages, shop)
    tab(page, "Wallet").tap()
    title(page, "Wallet")
    length = page.evaluate("history.length")
    for _ in range(3):
        tab(page, "Wallet").tap()
    page.get_by_role("link", name="Skip to content").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("[history.length, document.activeElement.id]") == [length, "main"]


def test_b3_a_shake_leads_nowhere_while_one_writes(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/me/sign-in")
    field = page.get_by_label("Mobile number")
    field.fill("347")
    shake(page)
    page.wait_for_timeout(500)
    expect(field).to_have_value("347")
    assert shakes(shop, page.user) == []


def test_b3_a_ring_that_reached_nothing_can_be_closed_again(shop, pages):  # noqa: F811
    pages.expect("^failed: |ERR_")
    page = begun(pages, shop, "/app/shake")
    # A private window of some browsers keeps nothing.
    page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') } }")
    page.route("**/v1/shakes", lambda route: route.abort())
    press(page)
    expect(page.locator(".toast")).to_contain_text("No network")
    title(page, "Shake your phone")
    page.unroute("**/v1/shakes")
    press(page)
    title(page, "The ring is closed")


def test_b4_cards_that_change_stay_at_their_page(shop, pages):  # noqa: F811
    qix = shop.home.qix
    for page in (1, 2):
        qix("card", "create", f"late-{page}", "--title", f"Late {page}", "--page", 18 + page, "--quiet")
    qix("card", "publish", "late-1", "late-2", "--quiet")
    try:
        page = begun(pages, shop, "/app/")
        page.locator(".dot").last.tap()
        expect(page.get_by_role("heading", name="Late 2")).to_be_visible()
        qix("card", "set", "late-2", "--title", "Later 2", "--quiet")
        expect(page.get_by_role("heading", name="Later 2")).to_be_visible()
    finally:
        for one in ("late-1", "late-2"):
            qix("card", "remove", one, "--reason", "the test is over", "--quiet")


def test_b7_what_another_user_left_is_forgotten(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/wallet", coins=30)
    expect(page.locator(".figure")).to_have_text("30")
    page.evaluate("""() => new Promise(done => {
      const opened = indexedDB.open("qix")
      opened.onsuccess = () => {
        const within = opened.result.transaction("pocket", "readwrite")
        within.objectStore("pocket").delete("user")
        within.objectStore("pocket").put({ voucher: "vch_left" }, "vch_left")
        within.oncomplete = () => { opened.result.close(); done() }
      }
    })""")
    other = phone(pages, shop, "/app/wallet", beside=page)
    title(other, "Wallet")
    expect(other.locator(".figure")).to_have_text("30")
    until(lambda: not other.evaluate("""() => new Promise(done => {
      const opened = indexedDB.open("qix")
      opened.onsuccess = () => {
        const asked = opened.result.transaction("pocket").objectStore("pocket").get("vch_left")
        asked.onsuccess = () => { opened.result.close(); done(asked.result ?? null) }
      }
    })"""), page=other)


def test_b3_shaking_on_leaves_the_win_on_screen(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/shake")
    shake(page, 40)
    title(page, "The ring is closed")
    shake(page, 20)
    page.wait_for_timeout(500)
    title(page, "The ring is closed")
    assert len(shakes(shop, page.user)) == 1


def test_b3_what_waits_goes_for_the_user_who_made_it_and_only_as_a_shake(shop, pages):  # noqa: F811
    page = begun(pages, shop, "/app/wallet", coins=30)
    expect(page.locator(".figure")).to_have_text("30")
    page.evaluate("""user => new Promise(done => {
      const opened = indexedDB.open("qix")
      opened.onsuccess = () => {
        const within = opened.result.transaction("queue", "readwrite")
        const put = (key, user, path, body) => within.objectStore("queue").put({ key, user, path, body, title: key, at: 1 }, key)
        put("a", user, "/v1/rewards/coffee/redemptions", {}), put("b", "usr_other", "/v1/shakes", {})
        put("c", user, "//evil.example/v1/shakes", {}), put("d", user, "/v1/users/erase", { confirm: "me" })
        within.oncomplete = () => { opened.result.close(); done() }
      }
    })""", page.user)
    sent = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.reload()
    expect(page.locator(".figure")).to_have_text("30")
    page.wait_for_timeout(1000)
    assert sent == [] and shakes(shop, page.user) == []


def test_b8_strange_addresses_lead_nowhere(shop, pages):  # noqa: F811
    page = begun(pages, shop)
    for path in ("constructor", "__proto__", "toString/x"):
        page.goto(f"{shop.url}/app/{path}")
        title(page, "There is nothing here")
    page.goto(f"{shop.url}/app/open")
    title(page, "This link leads nowhere")
