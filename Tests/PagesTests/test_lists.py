"""Work lists of the console, and the forms of all commands: what waits, and nothing out of reach."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect

RECEIPT = """<body style="margin:0;background:#888"><pre style="font:24px 'DejaVu Sans Mono';background:#fff;color:#111;
margin:40px;padding:40px;line-height:1.4">
     ALBA MARKET
   Via Roma {n}, Torino
   P.IVA 0123456789{n}

EUR
3x ACME COLA     4,50
PANE             2,9{n}
LATTE            1,60

TOTALE EURO      9,0{n}
CONTANTE         9,0{n}

{day}    1{n}:4{n}
DOC. N. 0042-00471{n}
</pre>"""
CAMPAIGN = {
    "name": "cola", "brand": "Acme", "title": "Cola days", "start": "2020-01-01", "end": "2099-01-01",
    "time-zone": "Europe/Rome", "award": {"per-unit": {"coins": 2, "most": 20}},
    "shakes": {"receipt": {
        "products": [{"name": "Acme Cola", "words": ["acme", "cola"]}], "units": "items", "currency": "EUR",
        "age": "P1M", "time-zone": "Europe/Rome", "confidence": 1,
    }},
}
SCREENS = ["approvals", "receipts", "redemptions", "webhooks", "doctor", "commands", "commands/coins/reverse"]


@pytest.fixture(scope="module")
def desk(sample, tmp_path_factory):
    """A server on a home with three customers who have ordered cups."""
    folder = tmp_path_factory.mktemp("lists") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    home.qix("reward", "create", "cup", "--brand", "Alba", "--title", "A cup", "--delivery", "goods", "--price", 150,
             "--stock", 30, "--quiet")
    home.qix("reward", "publish", "cup", "--quiet")
    for user in ("bob", "cleo", "dora"):
        home.qix("user", "create", "--external-id", user, "--quiet")
        home.qix("coins", "issue", "--to", user, "--amount", 700, "--idempotency-key", f"order-{user}", "--quiet")
        home.qix("reward", "redeem", "cup", "--user", user, "--idempotency-key", f"cup-{user}", "--quiet")
        home.qix("coins", "issue", "--to", user, "--amount", 40, "--idempotency-key", f"twice-{user}", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def opened(pages, desk, role, path, **options):
    page = pages.signed_in(desk, role, f"/console/{path}", **options)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def line(page):
    """The command line that does the same, which stands last."""
    return page.locator(".cli code").last


@pytest.mark.parametrize("screen", SCREENS)
def test_each_list_can_be_read_and_used_by_everybody(desk, pages, screen):
    page = opened(pages, desk, "operator", screen)
    page.wait_for_load_state("load")
    expect(page.locator("main .cli").first).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    accessible(page)
    fits(page)
    if screen != "doctor":
        walked(page)
    touchable(opened(pages, desk, "operator", screen, width=360, height=740, has_touch=True))


def test_two_people_in_two_browsers_take_coins_back(desk, pages):
    """Support asks by a form, an operator approves, support finishes with one click."""
    # A dry run says that somebody has to approve, and asking makes a request: both are refusals of the server.
    pages.expect(r"^4\d\d POST /v1/coins/twice-bob/reverse")
    support = opened(pages, desk, "support", "commands/coins/reverse?transfer=twice-bob")
    reason = "Booked twice. <b>Case 16</b>"
    support.get_by_label("Reason").fill(reason)
    expect(support.get_by_text("Another person approves it first")).to_be_visible()
    expect(line(support)).to_contain_text("qix coins reverse twice-bob --reason")
    support.get_by_role("button", name="Ask for it").click()
    expect(support.get_by_role("alert")).to_contain_text("Nothing has changed yet")
    support.get_by_role("link", name="To the approvals").click()
    mine = support.get_by_role("listitem").filter(has_text=reason)
    expect(mine.get_by_role("button", name="Approve")).to_be_disabled()

    operator = opened(pages, desk, "operator", "approvals")
    card = operator.get_by_role("listitem").filter(has_text=reason)
    expect(card).to_contain_text("What would happen")
    expect(card).to_contain_text("amount 40")
    expect(card.locator("b", has_text="Case 16")).to_have_count(0)
    card.get_by_role("button", name="Approve").click()
    dialog = operator.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("Seen in the till's book")
    expect(dialog).to_contain_text("amount 40")
    dialog.get_by_role("button", name="Approve").click()
    expect(dialog).to_have_count(0)

    # It comes to the requester by itself.
    expect(mine).to_contain_text("Seen in the till's book")
    mine.get_by_role("button", name="Finish it").click()
    expect(support.get_by_text("Done, as approved.").first).to_be_visible()
    support.get_by_role("button", name=re.compile("Decided")).click()
    expect(mine).to_contain_text("done")
    assert "40" in desk.home.qix("coins", "show", "twice-bob")


def test_support_declines_what_it_asked_for(desk, pages):
    pages.expect(r"^4\d\d POST /v1/coins/twice-cleo/reverse")
    page = opened(pages, desk, "support", "commands/coins/reverse?transfer=twice-cleo")
    page.get_by_label("Reason").fill("Case 17")
    expect(page.get_by_text("Another person approves it first")).to_be_visible()
    page.get_by_role("button", name="Ask for it").click()
    page.get_by_role("link", name="To the approvals").click()
    card = page.get_by_role("listitem").filter(has_text="Case 17")
    card.get_by_role("button", name="Take it back").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("declined by")
    dialog.get_by_role("button", name="Decline").click()
    expect(card).to_have_count(0)


def test_two_parcels_are_sent_at_once(desk, pages):
    page = opened(pages, desk, "operator", "redemptions")
    rows = page.get_by_role("row").filter(has_text="cup")
    expect(rows).to_have_count(3)
    # The customer is called as the shop's own systems do, the reward as customers read it.
    expect(rows.filter(has_text="A cup").get_by_role("link", name="bob", exact=True)).to_have_count(1)
    for place in (0, 1):
        rows.nth(place).get_by_role("checkbox").check()
    expect(page.get_by_text("300 coins become spent")).to_be_visible()
    note = page.get_by_label("Parcel, or a note for the customer")
    note.fill("4711, 4712, 4713")
    page.get_by_role("button", name="Mark as sent").click()
    expect(page.get_by_text("Give one note, or 2.")).to_be_visible()
    note.fill("4711, 4712")
    page.get_by_role("button", name="Mark as sent").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("cup: 150 coins become spent")).to_have_count(2)
    expect(dialog.locator(".cli")).to_contain_text("--note 4712")
    dialog.get_by_role("button", name="Mark as sent").click()
    expect(dialog).to_have_count(0)
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Sent", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="cup")).to_have_count(2)


def test_support_sees_what_is_to_send_but_sends_nothing(desk, pages):
    page = opened(pages, desk, "support", "redemptions")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect(page.get_by_role("link", name="Webhooks")).to_have_count(0)


def test_a_webhook_is_tried_paused_and_resumed(desk, pages):
    desk.home.qix("webhook", "add", "http://127.0.0.1:9/hook", "--allow-private", "--quiet")
    pages.expect(r"^424 POST /v1/webhooks/whk_\w+/test")
    page = opened(pages, desk, "operator", "webhooks")
    card = page.get_by_role("listitem").filter(has_text="127.0.0.1:9")
    card.get_by_role("button", name="Test").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".diff")).to_be_visible()
    dialog.get_by_role("button", name="Test").click()
    expect(dialog.get_by_role("alert")).to_contain_text("accepts no connection")
    page.keyboard.press("Escape")
    card.get_by_role("button", name="Pause").click()
    expect(dialog.locator(".diff")).to_be_visible()
    dialog.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", name="1 webhook needs you")).to_be_visible()
    card.get_by_role("button", name="Resume", exact=True).click()
    expect(dialog.locator(".diff")).to_be_visible()
    dialog.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("heading", name="All webhooks deliver")).to_be_visible()


def test_the_doctor_leads_to_what_helps(desk, pages):
    page = opened(pages, desk, "operator", "doctor")
    expect(page.get_by_role("heading", level=1)).to_contain_text("need")
    expect(page.get_by_role("heading", name="Well")).to_be_visible()
    page.get_by_role("link", name="Open campaign fund").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "/console/commands/campaign/fund" in page.url


@pytest.mark.parametrize("role", ["support", "operator", "admin", "auditor"])
def test_nothing_that_a_role_may_run_is_out_of_reach(desk, pages, role):
    page = opened(pages, desk, role, "commands")
    fields = {"Authorization": f"Bearer {desk.home.token(role)}"}
    may = {one["command"] for one in desk.get("/v1/staff/session", fields).json["commands"]}
    all_commands = desk.get("/v1/commands.json", fields).json["commands"]
    wanted = {f"/console/commands/{one['command'].replace(' ', '/')}" for one in all_commands
              if "path" in one and one["command"] in may}
    expect(page.get_by_role("status").filter(has_text=f"{len(all_commands)} commands")).to_be_visible()
    links = page.locator("main a[href^='/console/commands/']")
    assert {link.get_attribute("href") for link in links.all()} == wanted
    page.get_by_label("Find a command").fill("token create")
    row = page.get_by_role("listitem").filter(has_text="token create")
    expect(row.get_by_role("link")).to_have_count(1 if role == "admin" else 0)
    if role != "admin":
        expect(row).to_contain_text("For admin")


def test_a_list_comes_page_by_page(desk, pages):
    page = opened(pages, desk, "support", "commands/user/list?limit=2")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="Answer")).to_be_focused()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("tbody tr")).to_have_count(4)
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    assert saved.value.suggested_filename == "users.csv"


def test_a_file_of_lines_goes_through_a_form(desk, pages):
    page = opened(pages, desk, "operator", "commands/coins/issue")
    page.get_by_text("seldom needed").click()
    name = page.get_by_label(re.compile("^File"))
    name.set_input_files({"name": "july.csv", "mimeType": "text/csv", "buffer": b"user,amount\nbob,5\ncleo,5\n"})
    page.get_by_label(re.compile("^Batch")).fill("july")
    page.get_by_label("Reason").fill("July")
    page.get_by_role("button", name="Only look").click()
    expect(page.locator(".diff")).to_be_visible()
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    assert "july" in desk.home.qix("coins", "batch", "list")


def test_a_campaign_is_simulated_from_its_file(desk, pages):
    page = opened(pages, desk, "auditor", "commands/campaign/simulate")
    page.get_by_label(re.compile("^File")).set_input_files({
        "name": "cola.json", "mimeType": "application/json", "buffer": json.dumps(CAMPAIGN).encode()})
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="Answer")).to_be_focused()
    expect(page.locator("main")).to_contain_text("cola")


@pytest.fixture(scope="module")
def receipts(desk, chromium):
    """Four receipts that wait for a person."""
    home = desk.home
    file = home.folder / "cola.json"
    file.write_text(json.dumps(CAMPAIGN))
    home.qix("campaign", "create", "--file", file, "--quiet")
    home.qix("campaign", "fund", "cola", "--amount", 1000, "--quiet")
    home.qix("campaign", "start", "cola", "--quiet")
    day = re.search(r"\d{4}-\d\d-\d\d", home.qix("doctor", "--json"))[0]
    paper = chromium.new_page(viewport={"width": 640, "height": 900})
    for n, user in enumerate(("bob", "cleo", "dora"), 1):
        paper.set_content(RECEIPT.format(n=n, day="/".join(reversed(day.split("-")))))
        picture = home.folder / f"receipt-{n}.png"
        paper.screenshot(path=picture)
        home.qix("shake", "receipt", "--user", user, "--campaign", "cola", "--image", picture, "--quiet")
    paper.close()
    return desk


def test_the_picture_of_a_receipt_lies_beside_what_was_read(receipts, pages):
    receipt = json.loads(receipts.home.qix("receipt", "review", "list", "--json"))["receipts"][0]["receipt"]
    address, reveal = f"/v1/receipts/{receipt}/picture", "?reveal=true&reason=queue"
    asking = {role: {"Authorization": f"Bearer {receipts.home.token(role)}"} for role in ("support", "auditor")}
    assert receipts.get(address, asking["support"]).status == 400
    assert receipts.get(address + reveal, asking["auditor"]).status == 403
    answer = receipts.get(address + reveal, asking["support"])
    assert answer.status == 200 and answer.body.startswith(b"\x89PNG")
    assert answer.fields["content-type"] == "image/png" and answer.fields["cache-control"] == "no-store"
    assert "sandbox" in answer.fields["content-security-policy"]

    page = opened(pages, receipts, "support", f"receipts/{receipt}")
    expect(page.get_by_role("heading", name="The picture is covered, too")).to_be_visible()
    page.get_by_role("button", name="Uncover").click()
    picture = page.get_by_role("img", name="The receipt, with a box around each field that was read")
    expect(picture).to_be_visible()
    page.get_by_label("Total", exact=True).focus()
    expect(picture.locator("g.on")).to_have_count(1)
    width = picture.bounding_box()["width"]
    # In a larger picture the arrows move it; they lead to no other receipt.
    page.get_by_role("region", name="The receipt’s picture").focus()
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert picture.bounding_box()["width"] > 1.4 * width and receipt in page.url
    accessible(page)
    fits(page)
    page.keyboard.press("0")
    assert picture.bounding_box()["width"] == width
    assert receipt in receipts.home.qix("audit", "show", "--action", "access.reveal", "--plain")

    # The form of the command shows it, too.
    page.goto(f"{receipts.url}/console/commands/receipt/picture?receipt={receipt}")
    page.get_by_label(re.compile("^Reveal")).check()
    page.get_by_role("textbox", name=re.compile("^Reason")).fill("queue")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("img", name="receipt picture")).to_be_visible()


def test_receipts_are_decided_by_keys(receipts, pages):
    page = opened(pages, receipts, "support", "receipts")
    expect(page.get_by_role("heading", name="3 receipts wait")).to_be_visible()
    page.get_by_role("link", name="Begin with the oldest").click()
    expect(page.get_by_role("heading", name="Receipt 1 of 3")).to_be_visible()
    # What it says is covered until somebody says what for.
    expect(page.get_by_text("ALBA MARKET")).to_have_count(0)
    page.get_by_role("button", name="Uncover").click()
    expect(page.get_by_label("Shop")).to_have_value(re.compile("ALBA"))
    expect(page.get_by_text("A yes pays 6 coins")).to_be_visible()
    expect(line(page)).to_contain_text("qix receipt review approve")
    accessible(page)
    fits(page)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Receipt 2 of 3")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Receipt 1 of 3")).to_be_visible()
    expect(page.get_by_text("A yes pays")).to_be_visible()
    page.keyboard.press("y")
    expect(page.get_by_text("Taken: 6 coins paid.")).to_be_visible()
    expect(page.get_by_role("heading", name="Receipt 1 of 2")).to_be_visible()
    # A no needs a reason.
    expect(page.get_by_role("button", name="No, reject")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_label("Reason")).to_be_focused()
    page.get_by_label("Reason").fill("a copy")
    page.get_by_role("button", name="No, reject").click()
    expect(page.get_by_text("Rejected.")).to_be_visible()
    expect(page.get_by_role("heading", name="Receipt 1 of 1")).to_be_visible()
    # What the paper says otherwise is corrected.
    page.get_by_label("Number", exact=True).fill("0042-004799")
    page.get_by_label("Reason").fill("the paper says something else")
    expect(page.get_by_role("button", name="Yes, as corrected")).to_be_visible()
    expect(line(page)).to_contain_text("correct")
    expect(line(page)).to_contain_text("--transaction 0042-004799")
    page.get_by_role("button", name="Yes, as corrected").click()
    expect(page.get_by_role("heading", name="Receipts", exact=True)).to_be_visible()
    expect(page.get_by_text("No receipt waits")).to_be_visible()
    assert "review queue" in receipts.home.qix("audit", "show", "--plain")
