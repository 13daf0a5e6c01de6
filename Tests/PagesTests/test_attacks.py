"""What customers, agencies and integrators can set is hostile: it stays text on every page, and in every file."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from phone import until
from playwright.sync_api import expect

MARK = "<img src=x onerror=\"window.pwned=1\"><script>window.pwned=2</script>"
SVG = "<svg/onload=window.pwned=3>"
LINK = "javascript:window.pwned=4"
FORMULA = "=HYPERLINK(\"http://evil.example\",\"x\")"
HOSTILE = [MARK, SVG, LINK, FORMULA]
PHONE, EMAIL = "+393391234567", "mara.secret@example.com"


@pytest.fixture(scope="module")
def house(sample, tmp_path_factory):
    """A home in which every text that can be hostile is, as far as its field takes it."""
    folder = tmp_path_factory.mktemp("attacks") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    qix = home.qix

    def json_file(name, value):
        file = folder / f"{name}.json"
        file.write_text(json.dumps(value))
        return file

    qix("user", "create", "--external-id", "mara", "--quiet")
    qix("user", "set", "mara", "--file", json_file("mara", {
        "phone": PHONE, "email": EMAIL, "gender": "not-said", "given-name": MARK[:60], "family-name": "Secretson",
        "address": SVG, "interests": ["science"],
    }), "--reason", FORMULA, "--quiet")
    qix("coins", "issue", "--to", "mara", "--amount", 900, "--idempotency-key", "attack-1", "--reason", MARK, "--quiet")
    qix("coins", "issue", "--to", "mara", "--amount", 9, "--idempotency-key", "attack-2", "--reason", FORMULA, "--quiet")
    qix("user", "note", "add", "mara", MARK, "--quiet")
    for place, text in enumerate(HOSTILE):
        qix("campaign", "create", f"attack-{place}", "--brand", text, "--title", text, "--start", "2026-01-01", "--end",
            "2099-01-01", "--time-zone", "UTC", "--shake", "scan", "--award", "fixed:1", "--quiet")
        qix("reward", "create", f"attack-{place}", "--brand", text, "--title", text, "--delivery", "goods", "--price",
            1, "--stock", 5, "--quiet")
        qix("reward", "publish", f"attack-{place}", "--quiet")
        qix("reward", "redeem", f"attack-{place}", "--user", "mara", "--idempotency-key", f"attack-r{place}", "--quiet")
        qix("voucher", "generate", f"attack-{place}", "--count", 2, "--title", text, "--value", "1.00 EUR", "--quiet")
    qix("webhook", "add", "https://hooks.example.com/" + MARK.replace(" ", "%20").replace('"', "%22").replace("<", "%3C")
        .replace(">", "%3E"), "--events", "shake.won", "--quiet")
    qix("budget", "create", "attack", "--amount", 10, "--reason", SVG, "--quiet")
    server = Server(home)
    yield server
    server.stop()


def user_id(house):
    return json.loads(house.home.qix("user", "show", "mara", "--json"))["user"]


def addresses(house):
    """Every page of the console, with the ids of hostile things."""
    return ["", "approvals", "receipts", "redemptions", "webhooks", "doctor", "commands", "find",
            f"users/{user_id(house)}", "campaigns", "campaigns/new", "calendar", "rewards", "rewards/new", "vouchers",
            "segments", "budgets", "budgets/attack", "settings", "tokens", "tokens/new", "audit", "report",
            *[f"{room}/attack-{place}" for room in ("campaigns", "rewards", "vouchers") for place in range(4)],
            *[f"campaigns/attack-{place}/rules" for place in range(4)]]


def harmless(page):
    """No script of a value ran, and none of its elements or links is there. The policy would say so, too."""
    assert page.evaluate("window.pwned") is None, page.url
    expect(page.locator("main img[src=x], main svg[onload], main script")).to_have_count(0)
    links = page.locator("main a").evaluate_all("all => all.map(one => one.href)")
    assert all(re.match(r"^(http://127\.0\.0\.1:\d+/console|blob:)", one) for one in links), (page.url, links)


def test_hostile_values_are_text_on_every_page(house, pages):
    # The form of a new campaign asks about what isn't filled in yet.
    pages.expect(r"^400 POST /v1/campaigns")
    page = pages.signed_in(house, "admin")
    seen = ""
    for address in addresses(house):
        page.goto(f"{house.url}/console/{address}".rstrip("/"))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        harmless(page)
        seen += page.locator("main").inner_text()
    for text in HOSTILE:
        assert text in seen, f"{text} was shown nowhere: the test tests nothing"


@pytest.mark.parametrize("room", ["campaigns", "rewards", "vouchers"])
def test_no_file_of_a_table_has_a_formula(house, pages, room):
    page = pages.signed_in(house, "admin", f"/console/{room}")
    with page.expect_download() as caught:
        page.get_by_role("button", name="CSV").first.click()
    text = caught.value.path().read_text()
    assert "HYPERLINK" in text
    assert not re.search(r'(^|[,\n])"?[=+@-]', text), text


def test_what_is_typed_into_the_search_is_text(house, pages):
    page = pages.signed_in(house, "support")
    for text in HOSTILE:
        page.get_by_role("searchbox").fill(text)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        harmless(page)


# Keeps what each request was answered, streams too.
LISTEN = """const asked = globalThis.fetch
globalThis.replies = []
globalThis.fetch = async (...request) => {
  const answer = await asked(...request)
  const reader = answer.clone().body?.getReader()
  const read = async () => {
    const { done, value } = await reader.read()
    if (value) replies.push([answer.url, new TextDecoder().decode(value)])
    if (!done) await read()
  }
  if (reader) read().catch(() => {})
  return answer
}"""


@pytest.mark.parametrize("role", ["support", "auditor", "operator"])
def test_no_reply_has_what_a_role_may_not_know(house, pages, role):
    pages.expect(r"^40[0-9] ")
    page = pages.signed_in(house, role)
    page.add_init_script(LISTEN)
    texts = []
    for address in addresses(house):
        page.goto(f"{house.url}/console/{address}".rstrip("/"))
        expect(page.locator("main :is(h1, h2)").first).to_be_visible()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        if address.startswith("users/"):
            # What it is about comes last, and is kept a moment after it is shown.
            until(lambda: page.evaluate("replies.some(([url]) => url.includes('/timeline'))"), page=page)
        texts += page.evaluate("replies")
    assert any("/timeline" in url for url, _ in texts) and len(texts) > 40
    for url, text in texts:
        for secret in (PHONE, EMAIL, "Secretson", "qix_support_", "qix_admin_"):
            assert secret not in text, f"{secret} in {url}"
