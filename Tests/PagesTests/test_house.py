"""Settings, tokens, the audit log and the report: what the owner of an installation looks after."""

import json
import re
import shutil
import sqlite3

import pytest
from harness import Home, Server
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect

SCREENS = ["", "/settings?text=brand", "/tokens", "/tokens/new", "/tokens/pages-auditor", "/audit?subject=harvest", "/report"]
# Those with parts of their own.
TOUCHED = SCREENS[1:2] + SCREENS[3:6:2]
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def house(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("house") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    for role in ("admin", "auditor", "operator", "support"):
        home.token(role)
    server = Server(home)
    yield server
    server.stop()


def opened(pages, house, role, path, **options):
    page = pages.signed_in(house, role, f"/console{path}", **options)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def value(house, setting):
    return json.loads(house.home.qix("setting", "show", setting, "--json"))


@pytest.mark.parametrize("screen", SCREENS)
def test_each_page_can_be_read_and_used_by_everybody(house, pages, screen):
    page = opened(pages, house, "admin", screen)
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    accessible(page)
    fits(page)
    walked(page)
    if screen in TOUCHED:
        touchable(opened(pages, house, "admin", screen, width=360, height=740, has_touch=True))


def test_two_settings_are_kept_with_one_reason(house, pages):
    pages.expect(r"^400 PATCH /v1/settings/server\.brand-hue")
    page = opened(pages, house, "admin", "/settings")
    hue = page.get_by_label("server.brand-hue", exact=True)
    hue.fill("900")
    hue.press("Tab")
    expect(page.get_by_text("It must be a whole number from 0 to 360.")).to_be_visible()
    expect(hue).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("1 can't be kept.")).to_be_visible()
    hue.fill("260")
    name = page.get_by_label("server.brand-name", exact=True)
    name.fill(f"Alba {HOSTILE}")
    page.get_by_role("switch", name="tiers.everywhere").check()
    expect(page.get_by_text("3 changes.")).to_be_visible()
    page.get_by_role("switch", name="tiers.everywhere").uncheck()
    expect(page.get_by_text("2 changes.")).to_be_in_viewport()
    # Filters hide a change, and keep it.
    page.get_by_label("Find a setting").fill("brand")
    expect(page.locator(".opts > div")).to_have_count(4)
    accessible(page)

    # What was typed is not lost by a wrong click.
    page.get_by_role("link", name="Audit log").click()
    page.get_by_role("dialog").get_by_role("button", name="Never mind").click()

    page.get_by_role("button", name="Keep them").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("server.brand-hue 162 → 260")
    assert value(house, "server.brand-hue")["value"] == "162"
    dialog.get_by_label("Reason").fill("A new look")
    expect(dialog.locator(".cli")).to_contain_text("qix setting set server.brand-hue 260 --reason 'A new look'")
    dialog.get_by_role("button", name="Keep them").click()
    expect(dialog).to_have_count(0)

    # It holds on this very page: name and colours.
    expect(page.locator(".side .mark")).to_contain_text(HOSTILE)
    expect(page.locator("img[src=x]")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brand-h').trim()") == "260"
    kept = value(house, "server.brand-hue")
    assert (kept["value"], kept["set_by"]) == ("260", "token:pages-admin")
    assert "A new look" in house.home.qix("audit", "show", "--action", "upkeep.setting-set", "--plain")

    # Only what is changed, and back to the default.
    page.get_by_role("button", name=re.compile("^Changed")).click()
    assert "show=changed" in page.url
    for setting in ("server.brand-hue", "server.brand-name"):
        page.get_by_role("button", name=f"Back to the default: {setting}").click()
    page.get_by_role("button", name="Keep them").click()
    expect(dialog).to_contain_text("server.brand-hue 260 → 162")
    dialog.get_by_role("button", name="Keep them").click()
    expect(dialog).to_have_count(0)
    assert not value(house, "server.brand-name")["changed"]


def test_who_may_not_set_a_setting_reads_it(house, pages):
    page = opened(pages, house, "support", "/settings?text=brand")
    expect(page.get_by_text("Your role can read them.")).to_be_visible()
    expect(page.locator(".opts input")).to_have_count(0)
    expect(page.get_by_text("The hue of web pages")).to_be_visible()
    expect(page.get_by_text("not shown to your role")).to_have_count(1)
    # An admin neither, of what acts with the owner's rights.
    page = opened(pages, house, "admin", "/settings?text=messages.command")
    expect(page.locator(".opts").get_by_text("messages.command", exact=True)).to_be_visible()
    expect(page.get_by_text("Only the owner of the data folder sets it")).to_have_count(2)
    expect(page.locator(".opts input")).to_have_count(0)


def test_a_token_is_made_used_renewed_and_revoked(house, pages):
    pages.expect(r"^400 POST /v1/tokens")
    page = opened(pages, house, "admin", "/tokens")
    page.get_by_role("link", name="Token", exact=True).click()
    page.get_by_label("Name").fill("till-8")
    page.get_by_label("Role").select_option("integrator")
    page.get_by_label("Expires").fill("2020-01-01")
    expect(page.get_by_text("already have expired")).to_be_visible()
    page.get_by_label("Expires").fill("P10D")
    would = page.locator("aside .diff")
    expect(would).to_contain_text("No daily limit")
    page.get_by_label("Most per day").fill("2000")
    expect(would).to_contain_text("2,000 coins a day")
    expect(would).not_to_contain_text("No daily limit")
    page.get_by_label("Reason").fill("Via Roma")
    expect(page.locator(".cli code")).to_contain_text("--most-per-day 2000 --reason 'Via Roma'")
    page.get_by_role("button", name="Create it").click()

    secret = page.get_by_label("Secret", exact=True).locator("code")
    first = secret.text_content()
    expect(page.get_by_role("heading", name="The secret of till-8")).to_be_focused()
    accessible(page)
    fields = {"Authorization": f"Bearer {first}"}
    assert house.get("/v1/staff/session", fields).status in (200, 403)
    # It goes with its page, and no other answer has it.
    page.get_by_role("link", name="Open till-8").click()
    expect(page.get_by_role("heading", level=1, name="till-8 ends soon")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Create a token")).to_be_visible()
    assert first not in page.content()
    assert page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])").find(first[-20:]) < 0
    page.go_forward()

    page.get_by_role("button", name="New secret").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".diff")).to_contain_text("till-8")
    dialog.get_by_role("button", name="New secret").click()
    expect(dialog).to_have_count(0)
    second = secret.text_content()
    assert second != first
    assert house.get("/v1/tokens", {"Authorization": f"Bearer {first}"}).status == 401
    page.get_by_role("button", name="I have it").click()
    expect(page.get_by_role("heading", name="The secret is no longer here")).to_be_focused()
    assert second not in page.content()

    page.get_by_role("button", name="Revoke").click()
    expect(dialog).to_contain_text("It would end at")
    dialog.get_by_label("Reason").fill("stolen")
    dialog.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("heading", level=1, name="till-8 was revoked")).to_be_visible()
    expect(page.get_by_role("button", name="New secret")).to_have_count(0)
    assert json.loads(house.home.qix("token", "show", "till-8", "--json"))["state"] == "revoked"

    # What was done with it stands in the log, one click away.
    page.get_by_role("link", name="What was done with it").click()
    log = page.locator(".log")
    expect(log).to_contain_text("access.revoke")
    expect(log).to_contain_text("“stolen”")
    expect(log.locator("li:not(.day)")).to_have_count(3)


def test_the_list_of_tokens_is_filtered_with_counts(house, pages):
    page = opened(pages, house, "auditor", "/tokens?role=support")
    expect(page.get_by_role("link", name="Token", exact=True)).to_have_count(0)
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Revoked 0")).click()
    expect(page.get_by_text("No token is like that")).to_be_visible()
    assert "state=revoked" in page.url
    page = opened(pages, house, "auditor", "/tokens/pages-support")
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)


def test_the_log_is_read_filtered_and_checked(house, pages):
    house.home.qix("budget", "create", "log-test", "--reason", HOSTILE, "--quiet")
    page = opened(pages, house, "auditor", "/audit")
    log = page.locator(".log")
    entry = log.locator("li").filter(has_text="log-test").first
    expect(entry).to_contain_text(HOSTILE)
    page.get_by_label("About").fill("log-test")
    expect(page).to_have_url(re.compile(r"\?subject=log-test$"))
    expect(log.locator("li:not(.day)")).to_have_count(1)
    expect(page.locator(".cli code").last).to_have_text("qix audit show --subject log-test")
    opener = entry.get_by_role("button", name="details")
    opener.press("Enter")
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(entry.get_by_role("link", name="local:")).to_be_visible()
    accessible(page)
    page.get_by_label("About").fill("token:pages-support")
    page.get_by_label("Who").fill("pages-support")
    expect(page.locator(".cli code").last).to_contain_text("--actor token:pages-support")
    page.get_by_label("Who").fill("")
    page.get_by_label("About").fill("log-test")
    expect(log.locator("li:not(.day)")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    text = saved.value.path().read_text()
    assert text.count("log-test") == 1
    assert HOSTILE in text
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Unbroken since")
    found = json.loads(house.home.qix("audit", "verify", "--json"))
    expect(page.locator("header")).to_contain_text(f"{found['entries']} entries")
    expect(page.locator(".seal")).to_have_text(found["head"])


def test_a_month_is_a_sentence_and_its_proof(house, pages):
    page = opened(pages, house, "operator", "/report")
    said = json.loads(house.home.qix("report", "--json"))
    expect(page.locator(".say")).to_contain_text(f"{said['granted'] + said['imported']:,}")
    figures = page.locator(".bridge dd")
    expect(figures).to_have_count(5)
    expect(figures.last).to_have_text(f"{said['liability']:,}")
    expect(page.get_by_role("link", name="harvest")).to_have_attribute("href", "/console/campaigns/harvest")
    expect(page.get_by_role("link", name="coffee")).to_have_attribute("href", "/console/rewards/coffee")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").last.click()
    assert "coffee" in saved.value.path().read_text()
    page.get_by_label("Brand").select_option("Alba")
    expect(page).to_have_url(re.compile("brand=Alba"))
    expect(page.locator(".cli code")).to_contain_text("--brand Alba")
    page.locator("header").get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"month=\d{4}-\d\d"))
    expect(page.get_by_text("No campaign had a shake.")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator(".bridge")).to_be_visible()
    pages.expect(r"^404 GET /v1/report")
    page = pages.signed_in(house, "auditor", f"/console/report?month=<b>&brand={HOSTILE}")
    expect(page.get_by_text("no campaign and no reward has the brand")).to_be_visible()
    expect(page.locator("main img")).to_have_count(0)


@pytest.mark.parametrize("role, lists", [("support", 5), ("operator", 7), ("auditor", 6)])
def test_the_first_page_says_what_waits(house, pages, role, lists):
    page = opened(pages, house, role, "")
    rows = page.locator("main .rows li")
    expect(rows).to_have_count(lists)
    expect(page.get_by_role("status").filter(has_text="work for you")).to_be_visible()
    expect(rows.filter(has_text="redemption to send").get_by_role("link")).to_have_attribute(
        "href", "/console/redemptions")
    expect(rows.filter(has_text="…")).to_have_count(0)


def test_a_log_that_was_altered_is_called_so(house, pages):
    pages.expect(r"^\d+ GET /v1/audit/verify")
    page = opened(pages, house, "admin", "/audit?subject=none")
    database = sqlite3.connect(house.home.folder / "qix.db", timeout=10)
    with database:
        database.execute("DROP TRIGGER qix_audit_is_never_updated")
        database.execute("UPDATE qix_audit SET actor = 'local:1' WHERE entry = 9")
    database.close()
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_role("heading", name="The audit log was altered")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("entry 9")
