"""Staff sign in at a provider of OpenID Connect, in the browser."""

import shutil

import pytest
from harness import Home, Server
from issuer import Issuer
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def house(sample, tmp_path_factory):
    """A server that lets the groups of an issuer in, and the issuer."""
    folder = tmp_path_factory.mktemp("provider")
    shutil.copytree(sample, folder / "home")
    home, issuer = Home(folder / "home"), Issuer(folder)
    secret = folder / "secret.txt"
    secret.write_text("the client's secret")
    with secret.open() as line:
        home.qix("vault", "set", "shop", "console", "--reader", "openid", stdin=line)
    home.qix("auth", "provider", "add", "shop", "--issuer", issuer.url, "--keys-url", f"{issuer.url}/keys",
             "--audience", "app", "--quiet")
    home.qix("auth", "provider", "client", "shop", "--client-id", "qix-console", "--secret", "shop/console", "--quiet")
    home.qix("staff", "provider", "set", "shop", "--role", "support=help-desk", "--role", "operator=managers",
             "--quiet")
    server = Server(home)
    home.qix("setting", "set", "staff.origin", server.url, "--quiet")
    yield server, issuer
    server.stop()
    issuer.stop()


def test_a_person_signs_in_at_a_provider(house, pages):
    server, issuer = house
    issuer.person = {"sub": "1", "preferred_username": "ada", "groups": ["help-desk"]}
    pages.expect(r"^401 GET /v1/staff/session")
    page = pages.open(server, "/console/redemptions")
    page.get_by_role("button", name="Continue with shop").click()
    # Back where they wanted to go, with nothing of the sign-in in the address.
    expect(page).to_have_url(server.url + "/console/redemptions")
    expect(page.get_by_text("shop/ada")).to_be_visible()
    expect(page.get_by_text("Support, until")).to_be_visible()
    assert issuer.asked["code_challenge_method"] == "S256" and issuer.asked["response_type"] == "code"
    cookies = {one["name"]: one for one in page.context.cookies()}
    assert set(cookies) == {"__Host-qix-staff"}
    assert cookies["__Host-qix-staff"]["httpOnly"] and cookies["__Host-qix-staff"]["sameSite"] == "Strict"
    page.go_back()
    expect(page.get_by_text("shop/ada")).to_be_visible()


def test_a_group_without_a_role_is_refused_in_words(house, pages):
    server, issuer = house
    pages.expect(r"^40[13] (POST /v1/staff/finish|GET /v1/staff/session)")
    issuer.person = {"sub": "2", "preferred_username": "ben", "groups": ["chess"]}
    page = pages.open(server, "/console")
    page.get_by_role("button", name="Continue with shop").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Continue with shop")).to_be_visible()
    assert "ben" not in server.home.qix("staff", "list", "--json")


def test_a_code_that_another_browser_began_signs_nobody_in(house, pages):
    server, issuer = house
    pages.expect(r"^40[0-9] (POST /v1/staff/finish|GET /v1/staff/session)")
    issuer.person = {"sub": "3", "preferred_username": "eve", "groups": ["managers"]}
    issuer.holds = True
    attacker = pages.open(server, "/console")
    attacker.get_by_role("button", name="Continue with shop").click()
    attacker.wait_for_url(issuer.url + "/**")
    issuer.holds = False
    victim = pages.open(server, issuer.back.removeprefix(server.url))
    expect(victim.get_by_role("alert")).to_be_visible()
    assert victim.context.cookies() == []


@pytest.mark.parametrize("address", [
    "/console//evil.example", "/console/%2f%2fevil.example", "/console/signed-in?state=x&code=y&to=//evil.example",
    "/console?next=https://evil.example",
])
def test_no_address_leads_elsewhere(house, pages, address):
    server, _ = house
    pages.expect(r"^40[0-9] ")
    page = pages.open(server, address)
    page.wait_for_timeout(300)
    assert page.url.startswith(server.url + "/console")
