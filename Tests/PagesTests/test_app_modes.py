"""On trial, signed in, pro, and gone: acceptance B7 in the customers' app, each by tests that name it."""

import json
import re
import shutil
import stat

import pytest
from harness import Home, Server
from issuer import Issuer
from phone import begun, phone, session_cookies, stored, tab, title, until, wallet
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    """A shop whose messages come into a file, with a provider at which customers may sign in."""
    folder = tmp_path_factory.mktemp("modes")
    shutil.copytree(sample, folder / "home")
    home, issuer = Home(folder / "home"), Issuer(folder)
    qix = home.qix
    send = folder / "send.sh"
    send.write_text(f'#!/bin/sh\n{{ echo "to $*"; cat; echo; }} >> "{folder}/sent.txt"\n')
    send.chmod(stat.S_IRWXU)
    secret = folder / "secret.txt"
    secret.write_text("the client's secret")
    with secret.open() as line:
        qix("vault", "set", "shop", "app", "--reader", "openid", stdin=line)
    qix("auth", "provider", "add", "shop", "--issuer", issuer.url, "--keys-url", f"{issuer.url}/keys", "--audience",
        "qix-app", "--quiet")
    qix("auth", "provider", "client", "shop", "--client-id", "qix-app", "--secret", "shop/app", "--quiet")
    for name, value in {
        "sessions.guests": "open", "messages.command": send, "messages.phone-via": "command",
        "messages.email-via": "command", "openid.customers": "shop", "identity.code-sends-per-caller": 1000,
        "identity.code-sends-per-number": 30,
    }.items():
        qix("setting", "set", name, value, "--quiet")
    server = Server(home)
    qix("setting", "set", "app.origin", server.url, "--quiet")
    server.sent, server.issuer = folder / "sent.txt", issuer
    yield server
    server.stop()
    issuer.stop()


def proves(page, shop, number, country="+39"):
    """Signs in by a phone number and the code of the message to it."""
    title(page, "Where do we send your code?")
    page.get_by_label("Country").select_option(country)
    page.get_by_label("Mobile number").fill(number)
    page.get_by_label("Code", exact=True).fill(sent_code(page, shop))
    expect(page.get_by_role("heading", name="You are signed in")).to_be_visible()


def proves_by_email(page, shop, address):
    """Adds an address to the account, to which the number that is proved agrees first."""
    page.get_by_label("Email address").fill(address)
    code = sent_code(page, shop)
    expect(page.get_by_text(re.compile(r"^To \+39 … \d"))).to_be_visible()
    expect(page.get_by_text("the change needs your consent")).to_be_visible()
    before = len(shop.sent.read_text())
    page.get_by_label("Code", exact=True).fill(code)
    expect(page.get_by_text("To mara@example.com")).to_be_visible()
    (code,) = set(re.findall(r"\b\d{6}\b", until(lambda: shop.sent.read_text()[before:])))
    page.get_by_label("Code", exact=True).fill(code)
    title(page, "Me")


def sent_code(page, shop):
    """Asks for a code, and reads it in the message."""
    before = len(shop.sent.read_text()) if shop.sent.exists() else 0
    page.get_by_role("button", name="Send me a code").tap()
    title(page, "Six digits are on their way")
    text = until(lambda: shop.sent.exists() and shop.sent.read_text()[before:])
    (code,) = set(re.findall(r"\b\d{6}\b", text))
    return code


def test_b7_signing_in_takes_the_coins_along(shop, pages):
    page = begun(pages, shop, "/app/me", coins=70)
    expect(page.get_by_text("your 70 coins live on this phone alone")).to_be_visible()
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_text("Your 70 coins come along, as far as campaigns allow.")).to_be_visible()
    proves(page, shop, "339 123 45 01")
    tab(page, "Wallet").tap()
    expect(page.locator(".figure")).to_contain_text("70")
    # The way back doesn't lead into the code again.
    assert "sign-in" not in page.url
    cookie = session_cookies(page)
    assert len(cookie) == 1 and all(one["httpOnly"] and one["sameSite"] == "Strict" for one in cookie.values())
    assert "3391234501" not in json.dumps(stored(page))


def test_b7_a_wrong_code_says_so_and_the_next_is_taken(shop, pages):
    pages.expect(r"^4\d\d POST /v1/auth/otps/")
    page = begun(pages, shop, "/app/me/sign-in")
    page.get_by_label("Mobile number").fill("339 123 45 02")
    code = sent_code(page, shop)
    # It shows what was typed, and waits for the digits.
    expect(page.get_by_text("To +44 339 123 4502.")).to_be_visible()
    field = page.get_by_label("Code", exact=True)
    expect(field).to_be_focused()
    field.fill(str((int(code) + 1) % 1_000_000).zfill(6))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    field.fill(code)
    title(page, "Me")


@pytest.mark.parametrize("how", ["new here", "on trial"])
def test_b7_who_was_imported_comes_back_to_the_coins(shop, pages, tmp_path, how):
    name, number = ("lina", "3391234503") if how == "new here" else ("nora", "3391234504")
    file = tmp_path / "shop.csv"
    file.write_text(f"user,phone\n{name},+39{number}\n")
    shop.home.qix("user", "import", "--file", file, "--create-users", "--quiet")
    shop.home.qix("coins", "issue", "--to", name, "--amount", 300, "--quiet")
    if how == "new here":
        page = phone(pages, shop)
        page.get_by_role("button", name="I have been here before").tap()
    else:
        page = begun(pages, shop, "/app/me/sign-in", coins=20)
    proves(page, shop, number)
    tab(page, "Wallet").tap()
    expect(page.locator(".figure")).to_contain_text("300" if how == "new here" else "320")
    assert wallet(shop, name)["available"] == (300 if how == "new here" else 320)


@pytest.mark.parametrize("how", ["code", "provider"])
def test_b8_a_link_opens_its_page_after_signing_in(shop, pages, how):
    page = phone(pages, shop, "/open/reward/mug")
    title(page, "Shake it.")
    page.get_by_role("button", name="I have been here before").tap()
    if how == "code":
        page.get_by_label("Country").select_option("+39")
        page.get_by_label("Mobile number").fill("3391234508")
        page.get_by_label("Code", exact=True).fill(sent_code(page, shop))
    else:
        shop.issuer.person = {"sub": "app-2", "name": "Ben"}
        page.get_by_role("button", name="Continue with Shop").tap()
    title(page, "A mug")
    # Once: whoever comes here the next time is asked for nothing, and led nowhere.
    page.goto(f"{shop.url}/app/me")
    title(page, "Me")
    assert stored(page)["session"].keys() <= {"qix.context"}


def test_b7_two_phones_become_one_user(shop, pages):
    pages.expect("^401 ")
    first = begun(pages, shop, "/app/me/sign-in", coins=100)
    proves(first, shop, "3391234505")
    second = begun(pages, shop, "/app/me/sign-in", coins=11)
    proves(second, shop, "3391234505")
    until(lambda: wallet(shop, first.user)["available"] == 111)
    for page in (first, second):
        tab(page, "Wallet").tap()
        expect(page.locator(".figure")).to_contain_text("111")
    # Users know whom they were.
    merged = second.evaluate("""fetch("/v1/users/me", { headers: { "Qix-Face": "app" } }).then(one => one.json())
      .then(one => one.merged_ids)""")
    assert merged == [second.user]
    # Each sees the other, and may end it: that phone stops within a second.
    tab(first, "Me").tap()
    first.get_by_role("link", name="Where you are signed in").tap()
    title(first, "Where you are signed in")
    first.get_by_role("button", name="End it").first.tap()
    title(second, "Shake it.")
    title(first, "Where you are signed in")


def test_b7_a_session_ended_elsewhere_ends_the_page_within_a_second(shop, pages):
    pages.expect("^401 ")
    page = begun(pages, shop, "/app/wallet", coins=30)
    other = phone(pages, shop, "/app/rewards", beside=page)
    title(other, "Rewards")
    shop.home.qix("session", "end", "--user", page.user, "--all", "--quiet")
    # Nothing of the user is seen from then on; the page is loaded anew after that.
    page.locator("app-wallet").wait_for(state="detached", timeout=1000)
    for one in (page, other):
        title(one, "Shake it.")
    for one in (page, other):
        left = stored(one)
        assert left["databases"].get("pocket", []) == [] and left["databases"].get("queue", []) == []


def test_b7_signing_out_leaves_nothing(shop, pages):
    page = begun(pages, shop, "/app/code", coins=50)
    title(page, "Code for the till")
    page.goto(f"{shop.url}/app/rewards")
    page.goto(f"{shop.url}/app/me/sign-in")
    proves(page, shop, "3391234506")
    assert stored(page)["databases"]["pocket"] != []
    page.get_by_role("button", name="Sign out").tap()
    title(page, "Shake it.")
    empty(page)
    # Nothing of the user is shown on the way back.
    page.go_back()
    title(page, "Where do we send your code?")
    page.goto(f"{shop.url}/app/wallet")
    title(page, "Shake it.")


def test_b7_signing_out_and_in_counts_in_all_pages_of_a_browser(shop, pages):
    pages.expect("^401 ")
    page = begun(pages, shop, "/app/me/sign-in", coins=13)
    other = phone(pages, shop, "/app/wallet", beside=page)
    expect(other.locator(".figure")).to_have_text("13")
    page.bring_to_front()
    proves(page, shop, "3391234509")
    other.bring_to_front()
    tab(other, "Me").tap()
    expect(other.get_by_role("heading", name="You are signed in")).to_be_visible()
    page.bring_to_front()
    page.get_by_role("button", name="Sign out").tap()
    title(page, "Shake it.")
    title(other, "Shake it.")
    empty(other)
    # The next user of the phone sees nothing of the one before.
    page.get_by_role("button", name="Start without an account").tap()
    tab(page, "Wallet").tap()
    expect(page.locator(".figure")).to_have_text("0")
    expect(page.get_by_text("Nothing has happened yet")).to_be_visible()


def test_b7_a_trial_may_cost_work(shop, pages):
    pages.expect("^4.. POST /v1/sessions/trial")
    shop.home.qix("setting", "set", "sessions.trial-work", 10, "--quiet")
    try:
        page = phone(pages, shop, "/app/wallet")
        page.get_by_role("button", name="Start without an account").tap()
        title(page, "Wallet")
    finally:
        shop.home.qix("setting", "set", "sessions.trial-work", 0, "--quiet")


def test_b7_who_may_not_begin_is_told_why(shop, pages):
    pages.expect("^4.. POST /v1/sessions/trial")
    shop.home.qix("setting", "set", "sessions.guests", "closed", "--quiet")
    try:
        page = phone(pages, shop)
        page.get_by_role("button", name="Start without an account").tap()
        expect(page.get_by_role("alert")).to_be_visible()
    finally:
        shop.home.qix("setting", "set", "sessions.guests", "open", "--quiet")


def test_another_language_speaks_at_once_and_in_cards(shop, pages):
    page = begun(pages, shop, "/app/me")
    page.get_by_label("Language").select_option("it")
    title(page, "Profilo")
    page.goto(f"{shop.url}/app/")
    expect(page.get_by_role("heading", name="Harvest è in onda")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "it"


def test_b7_erasure_leaves_nothing_here_and_there(shop, pages):
    # The session has gone with the account.
    pages.expect("^401 ")
    page = begun(pages, shop, "/app/code", coins=50)
    title(page, "Code for the till")
    page.goto(f"{shop.url}/app/me/profile")
    page.get_by_role("link", name="Erase everything").tap()
    title(page, "Erase everything?")
    expect(page.get_by_text("50 coins go")).to_be_visible()
    page.get_by_label("Write “erase” below").fill("no")
    page.get_by_role("button", name="Erase everything").tap()
    expect(page.get_by_label("Write “erase” below")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Write “erase” below").fill("Erase")
    page.get_by_role("button", name="Erase everything").tap()
    title(page, "Shake it.")
    empty(page)
    assert json.loads(shop.home.qix("user", "show", page.user, "--json"))["standing"] == "erased"


def test_b7_more_is_told_until_one_is_pro_and_all_is_taken_along(shop, pages):
    page = begun(pages, shop, "/app/me/sign-in")
    proves(page, shop, "3391234507")
    page.get_by_role("button", name="Tell us more").tap()
    title(page, "What we know about you")
    values = {"Given name": "Mara", "Family name": "Rossi", "Birthday": "1990-06-30", "Interests": "science"}
    for name, value in values.items():
        row = page.locator("li", has=page.get_by_role("button", name=f"Change: {name}"))
        expect(row.get_by_text("needed for: Full account")).to_be_visible()
        row.get_by_role("button").tap()
        dialog = page.get_by_role("dialog", name=name)
        dialog.get_by_label(name).fill(value)
        dialog.get_by_role("button", name="Save").tap()
        expect(dialog).to_have_count(0)
        expect(row.get_by_text("needed for: Full account")).to_have_count(0)
    page.get_by_role("button", name="Verify").tap()
    page.get_by_role("button", name="By email").tap()
    proves_by_email(page, shop, "mara@example.com")
    expect(page.get_by_role("heading", name="You have a full account")).to_be_visible()
    page.get_by_role("link", name="What we know about you").tap()
    expect(page.get_by_text("mara@example.com")).to_be_visible()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Take it all with me").tap()
    assert "+393391234507" in caught.value.path().read_text()


def test_b7_a_provider_signs_in_and_the_place_is_shown(shop, pages):
    shop.issuer.person = {"sub": "app-1", "email": "ada@example.com", "email_verified": True, "name": "Ada"}
    page = begun(pages, shop, "/app/me/sign-in", coins=40)
    page.get_by_role("button", name="Continue with Shop").tap()
    title(page, "Me")
    assert page.url == f"{shop.url}/app/me"
    assert shop.issuer.asked["code_challenge_method"] == "S256"
    tab(page, "Wallet").tap()
    expect(page.locator(".figure")).to_contain_text("40")
    # A second phone comes to the same coins.
    other = phone(pages, shop)
    other.get_by_role("button", name="I have been here before").tap()
    other.get_by_role("button", name="Continue with Shop").tap()
    title(other, "Me")
    tab(other, "Wallet").tap()
    expect(other.locator(".figure")).to_contain_text("40")


def test_b7_what_a_provider_refuses_is_said(shop, pages):
    pages.expect(r"^4\d\d POST /v1/auth/oidc/finish")
    page = phone(pages, shop, "/app/signed-in?error=access_denied&state=x")
    title(page, "Where do we send your code?")
    expect(page.get_by_role("alert")).to_contain_text("You were not signed in.")
    page.goto(f"{shop.url}/app/signed-in?code=x&state=y&iss=https://evil.example")
    expect(page.get_by_role("alert")).to_contain_text("You were not signed in.")
    assert page.url == f"{shop.url}/app/signed-in"
    assert session_cookies(page).keys() <= {"__Host-qix-oidc"}


def test_b7_a_code_stays_when_no_answer_comes(shop, pages):
    pages.expect("^failed: POST /v1/auth/otps/")
    page = phone(pages, shop, "/app/me/sign-in")
    page.get_by_label("Mobile number").fill("3391234598")
    code, field = sent_code(page, shop), page.get_by_label("Code", exact=True)
    page.route("**/sign-in", lambda route: route.abort(), times=1)
    field.fill(code)
    expect(page.get_by_text("No network")).to_be_visible()
    expect(field).to_have_value(code)
    page.get_by_role("button", name="That’s it").tap()
    expect(page.get_by_role("heading", name="You are signed in")).to_be_visible()


def empty(page):
    left = stored(page)
    assert all(one == [] for one in left["databases"].values()), left
    assert left["local"] == {} and left["session"] == {}, left
    assert session_cookies(page) == {}


def test_b7_signing_out_without_a_network_ends_nothing(shop, pages):
    pages.expect("^failed: |ERR_")
    page = begun(pages, shop, "/app/me/sign-in")
    proves(page, shop, "347 555 0199")
    page.route("**/v1/sessions/end", lambda route: route.abort())
    page.get_by_role("button", name="Sign out").tap()
    expect(page.locator(".toast")).to_contain_text("No network")
    assert session_cookies(page)
    # The wallet still follows.
    tab(page, "Wallet").tap()
    shop.home.qix("coins", "issue", "--to", page.user, "--amount", 5, "--quiet")
    expect(page.locator(".figure")).to_have_text("5")
