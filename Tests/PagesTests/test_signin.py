"""Signing in to the console by a token, and all that ends a session."""

import re
import time

from harness import SIGN_IN
from looks import accessible, fits, golden, walked
from playwright.sync_api import expect

# The page asks who is signed in before it shows the door.
NOBODY = r"^401 GET /v1/staff/session"
# From the end of a session to its page; half a second more for machines that do other things as well.
AT_ONCE = 1500


def door(page):
    return page.get_by_role("heading", name="Sign in")


def inside(page):
    return page.get_by_role("navigation", name="Console")


def enter(page, token):
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Sign in with the token").click()


def asked(page, path, fields):
    """The status of a GET, as the page's script would send it."""
    return page.evaluate(
        "async ([path, headers]) => (await fetch(path, { headers })).status", [path, fields]
    )


def ends(page):
    """The page says that the session is over, and shows nothing of it any more."""
    expect(page.get_by_text(re.compile("session has ended", re.IGNORECASE))).to_be_visible(timeout=AT_ONCE)
    expect(inside(page)).to_have_count(0)


def test_door_looks_and_works(server, pages):
    pages.expect(NOBODY)
    page = pages.open(server, "/console")
    expect(door(page)).to_be_visible()
    golden(page, "door")
    accessible(page)
    fits(page)
    walked(page)
    small = pages.open(server, "/console", width=360, height=640, scheme="dark")
    expect(door(small)).to_be_visible()
    golden(small, "door-dark")


def test_wrong_token_is_refused_in_words(server, pages):
    pages.expect(NOBODY)
    pages.expect(r"^403 POST /v1/staff/sign-in")
    page = pages.open(server, "/console")
    enter(page, "qix_nothing_of_ours")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("token", re.IGNORECASE))
    expect(inside(page)).to_have_count(0)
    assert page.context.cookies() == []


def test_right_token_stays_through_a_reload(server, pages):
    pages.expect(NOBODY)
    # Nobody has the id: it is the address that counts.
    pages.expect(r"^4\d\d GET /v1/users/usr_1$")
    page = pages.open(server, "/console/users/usr_1")
    enter(page, server.home.token("support"))
    expect(inside(page)).to_be_visible()
    # The address is that for which it was asked.
    assert page.url.endswith("/console/users/usr_1")
    page.goto(f"{server.url}/console")
    page.reload()
    expect(inside(page)).to_be_visible()
    assert page.evaluate("document.cookie") == ""
    kept = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    assert server.home.token("support") not in kept + page.content()


def test_signing_out_ends_it(server, pages):
    pages.expect(NOBODY)
    page = pages.signed_in(server, "support")
    page.get_by_text("Sign out", exact=True).click()
    expect(door(page)).to_be_visible()
    assert page.context.cookies() == []
    page.go_back()
    expect(inside(page)).to_have_count(0)


def test_signing_out_in_one_page_ends_the_others(server, pages):
    pages.expect(NOBODY)
    pages.expect(r"^401 GET /v1/")
    page = pages.signed_in(server, "support")
    other = pages.open(server, "/console", beside=page)
    expect(inside(other)).to_be_visible()
    page.get_by_text("Sign out", exact=True).click()
    expect(inside(other)).to_have_count(0, timeout=AT_ONCE)


def test_session_that_an_admin_ends_is_over_within_a_second(server, pages):
    pages.expect(r"^401 GET /v1/")
    page = pages.signed_in(server, "support")
    expect(inside(page)).to_be_visible()
    session = re.search(r"\bsts_\w+", page.evaluate("""async () =>
      await (await fetch("/v1/staff/session", { headers: { "Qix-Face": "console" } })).text()"""))[0]
    server.home.qix("staff", "end", session)
    ends(page)


def test_token_that_is_revoked_ends_its_sessions(server, pages):
    pages.expect(r"^401 GET /v1/")
    page = pages.open(server, "/healthz")
    assert page.evaluate(SIGN_IN, server.home.token("support", name="gone")) in (200, 201)
    page.goto(f"{server.url}/console")
    expect(inside(page)).to_be_visible()
    server.home.qix("token", "revoke", "gone")
    ends(page)


def test_staff_and_customers_have_cookies_of_their_own(server, pages):
    """Both are in one browser; each request counts for one of them, by its header."""
    server.home.qix("setting", "set", "sessions.guests", "open")
    pages.expect(r"^4\d\d GET /v1/(wallets/me|staff/session)")
    page = pages.signed_in(server, "support")
    assert page.evaluate("""async () => (await fetch("/v1/sessions/trial", {
      method: "POST", headers: { "Content-Type": "application/json", Prefer: "session=cookie" }, body: "{}" })).status
    """) in (200, 201)
    names = [cookie["name"] for cookie in page.context.cookies()]
    assert len(names) == 2 and "__Host-qix-staff" in names
    assert asked(page, "/v1/wallets/me", {}) == 200
    assert asked(page, "/v1/staff/session", {"Qix-Face": "console"}) == 200
    assert asked(page, "/v1/wallets/me", {"Qix-Face": "console"}) != 200
    assert asked(page, "/v1/staff/session", {}) in (401, 403)


def test_page_says_when_the_server_cannot_be_reached(server, pages):
    pages.expect(r"^failed: ")
    pages.expect(r"^console: .*(ERR_INTERNET_DISCONNECTED|Failed to fetch)")
    page = pages.signed_in(server, "support")
    expect(inside(page)).to_be_visible()
    page.context.set_offline(True)
    started = time.monotonic()
    expect(page.get_by_text(re.compile("offline|no network", re.IGNORECASE)).first).to_be_visible()
    assert time.monotonic() - started < 5
    page.context.set_offline(False)
    expect(page.get_by_text(re.compile("offline|no network", re.IGNORECASE))).to_have_count(0)
