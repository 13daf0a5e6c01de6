"""Finding a customer, and what their page answers: the questions of docs/support.md, in the browser."""

import re
import shutil
import stat

import pytest
from harness import Home, Server
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect

# A role that may only ask for a change is refused, with the request; and the first amount may be too much.
ASKED = r"^(403|422) POST /v1/(coins/trf_\w+/reverse|rewards/rdm_\w+/refund|users/[\w-]+/merge|users/erase)"


@pytest.fixture(scope="module")
def desk(sample, tmp_path_factory):
    """A day of mara and of bruno, as the sample of docs/support.md tells it."""
    folder = tmp_path_factory.mktemp("desk") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    qix = home.qix
    for user in ("mara", "bruno", "mara-web", "dora"):
        qix("user", "create", "--external-id", user, "--quiet")
    qix("coins", "issue", "--to", "mara", "--amount", 700, "--expires", "P12M", "--idempotency-key", "desk-1", "--quiet")
    qix("coins", "issue", "--to", "bruno", "--amount", 40, "--expires", "P20D", "--idempotency-key", "desk-3", "--quiet")
    qix("coins", "issue", "--to", "mara-web", "--amount", 25, "--idempotency-key", "desk-4", "--quiet")
    send = folder / "send.sh"
    send.write_text(f'#!/bin/sh\ncat >> "{folder}/sent.txt"\n')
    send.chmod(stat.S_IRWXU)
    qix("setting", "set", "messages.command", send, "--quiet")
    qix("setting", "set", "messages.phone-via", "command", "--quiet")
    number = folder / "number.txt"
    number.write_text("+393391234567\n")
    home.token("operator", name="olga")
    with number.open() as line:
        qix("--as", folder / "olga.token", "user", "set", "mara", "--phone", "-", "--reason", "case 3", "--quiet",
            stdin=line)
    qix("--as", folder / "olga.token", "user", "suspend", "dora", "--reason", "looks like a farm", "--quiet")
    for name, price, how in (("latte-desk", 100, "voucher:desk-lattes"), ("mug-desk", 150, "goods")):
        if how.startswith("voucher"):
            qix("voucher", "generate", "desk-lattes", "--count", 5, "--title", "A latte", "--value", "2.00 EUR",
                "--minimum-purchase", "5.00 EUR", "--quiet")
        stock = ["--stock", 3] if how == "goods" else []
        qix("reward", "create", name, "--brand", "Alba", "--title", name, "--delivery", how, "--price", price, *stock,
            "--quiet")
        qix("reward", "publish", name, "--quiet")
    qix("reward", "redeem", "latte-desk", "--user", "mara", "--idempotency-key", "desk-tap-1", "--quiet")
    qix("reward", "redeem", "mug-desk", "--user", "mara", "--idempotency-key", "desk-tap-2", "--quiet")
    mug = qix("reward", "redeem", "mug-desk", "--user", "mara", "--idempotency-key", "desk-tap-3", "--quiet").strip()
    qix("reward", "confirm", mug, "--note", "parcel 4711", "--quiet")
    qix("reward", "refund", mug, "--reason", "sent back", "--idempotency-key", "desk-case-8", "--quiet")
    qix("budget", "create", "goodwill", "--amount", 1000, "--if-not-exists", "--quiet")
    qix("setting", "set", "coins.goodwill-per-day", 100, "--quiet")
    qix("user", "note", "add", "mara", "calls back on Monday", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def user_id(desk, name):
    return desk.home.qix("user", "show", name, "--quiet").split()[0]


def customer(pages, desk, name, role="support", **options):
    page = pages.signed_in(desk, role, f"/console/users/{user_id(desk, name)}", **options)
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    expect(page.locator(".say")).to_be_visible()
    return page


def find(page, text):
    expect(page.get_by_role("searchbox")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def ask(page, question):
    chip = page.locator(f'[data-question="{question}"]')
    if chip.count() == 0:
        page.get_by_role("button", name="More questions").click()
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")


def do(page, act):
    page.locator(f'.hand [data-act="{act}"]').click()
    return page.get_by_role("dialog")


def test_an_orders_number_leads_to_its_customer(desk, pages):
    page = pages.signed_in(desk, "support")
    find(page, "desk-1")
    expect(page.get_by_role("heading", level=1, name="mara")).to_be_visible()
    assert "desk-1" not in page.url
    # Going back doesn't lead on again.
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Hello")).to_be_visible()


def test_several_that_could_be_meant_are_told_apart(desk, pages):
    page = pages.signed_in(desk, "support")
    find(page, "mara")
    expect(page.get_by_role("heading", level=1, name="2 could be meant")).to_be_focused()
    accessible(page)
    fits(page)
    page.get_by_role("link", name=re.compile("^mara-web")).click()
    expect(page.get_by_role("heading", level=1, name="mara-web")).to_be_visible()
    find(page, "no-such-thing")
    expect(page.get_by_text("No “no-such-thing”")).to_be_visible()
    # What was searched for is remembered, in memory alone.
    expect(page.get_by_role("button", name="mara", exact=True)).to_be_visible()
    assert "mara" not in page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")


@pytest.mark.parametrize("name, question, said", [
    ("mara", "coins", "600 are yours. 150 of them are reserved"),
    ("mara", "fewer", "You spent 250 in the last 30 days"),
    ("bruno", "until", "40 of your coins expire in the next 90 days"),
    ("mara", "no-win", "There is no shake of yours"),
    ("shop-4711", "double", "were not multiplied: at that time the campaign had no multiplier"),
    ("mara", "double", "There is no shake of yours that won coins"),
    ("mara", "refused", "None of your shakes was refused"),
    ("mara", "voucher", "Its voucher is there, and not used yet"),
    ("mara", "till", "is good"),
    ("mara", "parcel", "mug-desk is ordered and not sent yet"),
    ("mara", "twice", "Nothing was charged twice"),
    ("mara", "refund", "150 for mug-desk were paid back"),
    ("mara", "tier", "You earned 700"),
    ("mara", "friend", "No friend has entered your code yet"),
    ("mara", "reward", "latte-desk"),
    ("mara", "phone", "one of us enters the new number"),
    ("mara", "stolen", "Nobody has used your voucher for A latte yet"),
    ("mara", "thief", "The last coins were spent on"),
    ("mara", "amount", "For desk-1, 700 were booked"),
    ("mara", "accounts", "If you show me that both are yours"),
    ("dora", "blocked", "Your account is on hold since"),
    ("mara", "erase", "600 coins are lost with it, 150 of them reserved"),
    ("mara", "data", "You get all of it in a file"),
    ("mara", "code", "no number or address that was verified"),
    ("mara", "receipt", "No receipt of yours has arrived"),
    ("mara", "raffle", "You take part in no raffle"),
    ("mara", "changes", "Something was changed on"),
    ("mara", "order", "The last one that arrived is desk-1: 700"),
    ("mara", "told", "No message went out"),
])
def test_each_question_is_answered_in_a_sentence(desk, pages, name, question, said):
    page = customer(pages, desk, name)
    ask(page, question)
    expect(page.locator(".say")).to_contain_text(said)
    expect(page.locator(".cli").first).to_contain_text("qix ")


def test_one_field_is_uncovered_with_a_reason(desk, pages):
    page = customer(pages, desk, "mara")
    assert "+393391234567" not in page.content()
    page.get_by_role("button", name="Uncover: Phone").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Something else").click()
    dialog.get_by_role("button", name="Uncover").click()
    expect(dialog.get_by_text("Please fill this in.")).to_be_visible()
    dialog.get_by_label("Case").fill("case 4711")
    expect(dialog.locator(".cli")).to_contain_text("--reveal=phone --reason 'case 4711'")
    accessible(page)
    dialog.get_by_role("button", name="Uncover").click()
    expect(page.get_by_text("+393391234567")).to_be_visible()
    # The note stays covered; the audit log has who looked, and why.
    expect(page.get_by_text("calls back on Monday")).to_have_count(0)
    log = desk.home.qix("audit", "show", "--limit", 5)
    assert "case 4711" in log and "phone" in log
    page.get_by_role("button", name="Cover: Phone").click()
    assert "+393391234567" not in page.content()


def test_goodwill_is_tried_before_it_is_given(desk, pages):
    page = customer(pages, desk, "bruno")
    dialog = do(page, "goodwill")
    dialog.get_by_role("textbox", name="Coins").fill("10")
    expect(dialog.locator(".diff")).to_contain_text("40 available becomes 50")
    dialog.get_by_role("button", name="Give goodwill").click()
    expect(dialog.get_by_text("Please fill this in.")).to_be_visible()
    dialog.get_by_role("button", name="our fault").click()
    expect(dialog.locator(".cli")).to_contain_text("qix coins goodwill bruno --amount 10 --reason 'our fault'")
    accessible(page)
    dialog.get_by_role("button", name="Give goodwill").click()
    expect(dialog).to_have_count(0)
    # The stream brings the new balance, and the line of time who gave it.
    expect(page.locator(".money")).to_contain_text("50")
    expect(page.locator(".time")).to_contain_text("our fault")
    expect(page.locator(".say")).to_contain_text("50 are yours")


def test_more_than_the_limit_is_refused_before_it_is_sent(desk, pages):
    pages.expect(r"^4\d\d POST /v1/coins/bruno/goodwill")
    page = customer(pages, desk, "bruno")
    dialog = do(page, "goodwill")
    dialog.get_by_role("textbox", name="Coins").fill("5000")
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.locator(".diff")).to_have_count(0)


def test_support_asks_and_an_operator_approves(desk, pages):
    pages.expect(ASKED)
    page = customer(pages, desk, "mara")
    dialog = do(page, "reverse")
    dialog.get_by_role("textbox", name="Coins").fill("5")
    expect(dialog.locator(".diff").first).to_contain_text("450 available becomes 445")
    expect(dialog.locator(".diff").last).to_contain_text("Another person approves it first")
    dialog.get_by_role("button", name="booked twice").click()
    dialog.get_by_role("button", name="Ask for it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Asked for.")
    request = re.search(r"apr_\w+", dialog.locator(".cli").inner_text())[0]
    dialog.get_by_role("button", name="Close").last.click()
    desk.home.qix("--as", desk.home.folder / "olga.token", "coins", "approve", request, "--quiet")
    desk.home.qix("--as", desk.home.folder / "pages-support.token", "coins", "approval", "run", request, "--quiet")
    expect(page.locator(".money")).to_contain_text("445")


def test_a_request_that_waits_is_seen_on_the_page(desk, pages):
    pages.expect(r"^403 POST /v1/users/erase")
    page = customer(pages, desk, "bruno")
    dialog = do(page, "erase")
    dialog.get_by_role("textbox", name=re.compile("bruno")).fill("bruno")
    dialog.get_by_role("textbox", name="Reason").fill("case 7")
    expect(dialog.locator("[aria-busy=true]")).to_have_count(0)
    expect(dialog.locator(".diff").last).to_contain_text("Another person approves it first")
    dialog.get_by_role("button", name="Ask for it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Asked for.")
    request = re.search(r"apr_\w+", dialog.locator(".cli").inner_text())[0]
    dialog.get_by_role("button", name="Close").last.click()
    expect(page.get_by_text("Waits for approval.")).to_be_visible()
    desk.home.qix("--as", desk.home.folder / "pages-support.token", "coins", "decline", request, "--quiet")
    page.reload()
    expect(page.locator(".say")).to_be_visible()
    expect(page.get_by_text("Waits for approval.")).to_have_count(0)


def test_a_refund_says_that_the_code_becomes_worthless(desk, pages):
    pages.expect(ASKED)
    page = customer(pages, desk, "mara")
    ask(page, "stolen")
    page.get_by_role("button", name="Refund a reward (asks)").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".diff").first).to_contain_text("available becomes")
    expect(dialog.locator(".diff").first).to_contain_text("Its voucher becomes worthless")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_operators_need_not_ask(desk, pages):
    page = customer(pages, desk, "mara-web", role="operator")
    dialog = do(page, "suspend")
    expect(dialog.locator(".diff")).to_contain_text("can’t earn or spend")
    dialog.get_by_role("button", name="somebody else may use it").click()
    dialog.get_by_role("button", name="Suspend").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("header").get_by_text("Suspended").first).to_be_visible()
    expect(page.locator('.hand [data-act="resume"]')).to_be_visible()
    dialog = do(page, "resume")
    expect(dialog.locator(".diff")).to_contain_text("can earn and spend again")
    dialog.get_by_role("button", name="looked into: nothing was wrong").click()
    dialog.get_by_role("button", name="Resume").click()
    expect(page.locator("header").get_by_text("Active")).to_be_visible()


def test_what_a_role_may_not_do_is_shown_locked(desk, pages):
    page = customer(pages, desk, "mara", role="operator")
    erase = page.locator('.hand [data-act="erase"]')
    expect(erase).to_have_attribute("aria-disabled", "true")
    expect(erase).to_contain_text("not your role")
    erase.click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_who_may_not_see_a_page_is_told_so(desk, pages):
    page = pages.signed_in(desk, "auditor", "/console/receipts/rct_01m7w9tzg3f7fs9hn862jj74bb")
    expect(page.get_by_text("Your role doesn't include this")).to_be_visible()


def test_auditors_see_a_customer_masked_and_do_nothing(desk, pages):
    """Each refused request would be a fault of the page."""
    page = customer(pages, desk, "mara", role="auditor")
    expect(page.get_by_text("What their app shows")).to_be_visible()
    assert "+393391234567" not in page.content()
    expect(page.get_by_role("button", name=re.compile("^Uncover"))).to_have_count(0)
    expect(page.get_by_role("heading", name="You can")).to_have_count(0)
    page.get_by_role("button", name="More questions").click()
    for question in page.locator("[data-question]:not([data-question=''])").all():
        question.click()
        page.wait_for_timeout(100)
    expect(page.locator(".say")).to_be_visible()
    accessible(page)


def test_coins_are_traced_to_their_grant(desk, pages):
    page = customer(pages, desk, "mara")
    page.get_by_role("button", name=re.compile("^Coins")).click()
    spent = page.locator(".time summary", has_text="Spent: 100 coins")
    expect(spent).to_be_visible()
    expect(page.locator(".time")).not_to_contain_text("Profile changed")
    spent.press("Enter")
    expect(page.locator(".trace:visible")).to_contain_text("100 from the grant trf_…")


def test_two_with_the_same_customer_know_of_each_other(desk, pages):
    customer(pages, desk, "mara", role="operator")
    page = customer(pages, desk, "mara")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("pages-operator.* this customer open, too"))


def test_the_page_follows_what_happens_elsewhere(desk, pages):
    page = customer(pages, desk, "bruno")
    expect(page.locator(".money")).to_be_visible()
    desk.home.qix("coins", "issue", "--to", "bruno", "--amount", 1234, "--idempotency-key", "desk-live", "--quiet")
    expect(page.locator(".time")).to_contain_text("1,234")


def test_nobody_has_a_wrong_id(desk, pages):
    pages.expect(r"^404 GET /v1/users/")
    page = pages.signed_in(desk, "support", "/console/users/usr_00000000000000000000000000")
    expect(page.get_by_role("heading", level=1, name="Nobody has this id")).to_be_visible()


def test_the_page_can_be_read_and_walked(desk, pages):
    page = customer(pages, desk, "mara")
    expect(page.locator(".money")).to_be_visible()
    expect(page.locator(".hand")).to_contain_text("What their app shows")
    accessible(page)
    fits(page)
    walked(page)


@pytest.mark.parametrize("language", ["it", "es", "ca", "ro"])
def test_it_fits_in_each_language(desk, pages, language):
    page = pages.signed_in(desk, "support", f"/console/users/{user_id(desk, 'mara')}", language=language, width=360)
    expect(page.locator(".say")).to_be_visible()
    expect(page.locator(".money")).to_be_visible()
    fits(page, widths=(360, 1440))
    assert not re.search(r"\b(c|q|act|time|find)\.[a-z]", page.locator("main").inner_text())


def test_it_can_be_pressed_with_a_finger(desk, pages):
    page = customer(pages, desk, "mara", width=360, height=800, has_touch=True, is_mobile=True)
    expect(page.locator(".money")).to_be_visible()
    touchable(page)
