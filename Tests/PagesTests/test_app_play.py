"""Reading and watching in the customers' app (acceptance B3): from the text or the video to coins."""

import re
import shutil
import subprocess

import pytest
from harness import Home, Server
from phone import begun, shakes, title, until, wallet
from playwright.sync_api import expect

VIDEOS = "https://video.example"
QUESTIONS = """{"schema": "read.questions/1", "questions": [
  {"kind": "single", "id": "shade", "text": "What hangs in the shade?",
    "choices": [{"text": "The last apples", "credit": 100, "feedback": "They ripen late."}, {"text": "Nothing"}]},
  {"kind": "true-false", "text": "The trees bloom in April.", "answer": true},
  {"kind": "several", "text": "Which are fruit?",
    "choices": [{"text": "apple", "credit": 50}, {"text": "pear", "credit": 50}, {"text": "stone", "credit": -100}]},
  {"kind": "matching", "text": "Young ones?", "pairs": [{"left": "cow", "right": "calf"}, {"left": "hen", "right": "chick"}]},
  {"kind": "ordering", "text": "Smallest first.", "items": ["pea", "plum"]},
  {"kind": "number", "text": "Two and a half?", "answers": [{"value": 2.5}]},
  {"kind": "essay", "text": "What will you cook?"}]}"""
FEW = """{"schema": "read.questions/1", "questions": [
  {"kind": "essay", "text": "What will you cook?"},
  {"kind": "single", "text": "What do you like?", "choices": [{"text": "Apples", "credit": 100}, {"text": "Pears"}]},
  {"kind": "ordering", "text": "Smallest first.", "items": ["pea", "plum"]},
  {"kind": "single", "text": "And what else?", "choices": [{"text": "Plums", "credit": 100}, {"text": "Figs"}]}]}"""


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    """A shop with a text that takes five seconds, and with a video of four seconds."""
    folder = tmp_path_factory.mktemp("play")
    shutil.copytree(sample, folder / "home")
    home = Home(folder / "home")
    qix = home.qix
    (folder / "apples.md").write_text("# Apples\n\nThey bloom *late*, in **April**.\n\n- by hand\n- <script>alert(1)</script>\n")
    (folder / "apples.json").write_text(QUESTIONS)
    qix("read", "text", "add", "apples", "--file", folder / "apples.md", "--title", "Where apples come from", "--quiet")
    qix("read", "questions", "import", "apples", "--file", folder / "apples.json", "--quiet")
    (folder / "few.json").write_text(FEW)
    qix("read", "questions", "import", "few", "--file", folder / "few.json", "--quiet")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x90:rate=10:duration=4", "-f", "lavfi", "-i",
         "sine=duration=4", "-c:v", "libvpx", "-b:v", "40k", "-c:a", "libopus", folder / "clip.webm"], check=True)
    qix("video", "add", "clip", "--file", folder / "clip.webm", "--url", f"{VIDEOS}/clip.webm", "--quiet")
    for name, kind, settings in (
        ("apples", "read", ["read.text=apples", "read.questionnaire=apples", "read.words-per-minute=60", "read.reading-fraction=0.5",
                            "read.feedback=true"]),
        ("few", "read", ["read.text=apples", "read.questionnaire=few", "read.reading-fraction=0", "read.shuffle=choices",
                         "read.unanswered=wrong"]),
        ("clip", "video", ["video.video=clip", "video.heartbeat=1", "video.hidden=0"]),
        ("quiz", "video", ["video.video=clip", "video.heartbeat=1", "video.muted=false", "video.once=false",
                           "video.question=Which colour was it?", 'video.choices=["red","blue"]', "video.right=blue",
                           "video.patience=5"]),
    ):
        qix("campaign", "create", name, "--brand", "Alba", "--title", name.capitalize(), "--start", "2026-01-01", "--end",
            "2099-01-01", "--time-zone", "UTC", "--shake", kind, *[word for one in settings for word in ("--set", one)],
            "--award", "fixed:7", "--quiet")
        qix("campaign", "fund", name, "--amount", 700, "--quiet")
        qix("campaign", "start", name, "--quiet")
    qix("setting", "set", "sessions.guests", "open", "--quiet")
    qix("setting", "set", "server.media-origins", VIDEOS, "--quiet")
    server = Server(home)
    server.clip = folder / "clip.webm"
    yield server
    server.stop()


def test_b3_reading_and_every_kind_of_question_bring_coins(shop, pages):
    page = begun(pages, shop, "/open/campaign/apples")
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    # A link alone begins nothing: the time runs from a tap on.
    title(page, "Apples")
    assert shakes(shop, page.user) == []
    page.get_by_role("button", name="Start").tap()
    title(page, "Where apples come from")
    expect(page.get_by_text("Read, then 7 questions")).to_be_visible()
    expect(page.get_by_text("of reading left")).to_be_visible()
    expect(page.locator(".text em")).to_have_text("late")
    page.get_by_role("button", name="I have read it").tap()
    answer = page.get_by_role("button", name="Answer", exact=True)
    answers = {
        "What hangs in the shade?": lambda: page.get_by_role("radio", name="The last apples").tap(),
        "The trees bloom in April.": lambda: page.get_by_role("radio", name="True").tap(),
        "Which are fruit?": lambda: [page.get_by_role("checkbox", name=one).tap() for one in ("apple", "pear")],
        "Young ones?": lambda: [page.get_by_label(one).select_option(label=to) for one, to in (("cow", "calf"), ("hen", "chick"))],
        "Smallest first.": lambda: [page.get_by_role("checkbox", name=one).tap() for one in ("pea", "plum")],
        "Two and a half?": lambda: page.get_by_label("Your answer").fill("2,5"),
        "What will you cook?": lambda: page.get_by_label("Your answer").fill("A cake"),
    }
    heading = page.get_by_role("heading", level=1)
    for place in range(7):
        expect(page.get_by_text(f"Question {place + 1} of 7")).to_be_visible()
        if place == 0:
            answer.tap()
            expect(page.get_by_role("alert")).to_have_text("Choose or write an answer first.")
        answers.pop(heading.inner_text())()
        answer.tap()
    assert answers == {}
    # Too fast: it says so, shows the text again, and then it counts.
    title(page, "Where apples come from")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("of reading left")).to_have_count(0, timeout=8000)
    page.get_by_role("button", name="I have read it").tap()
    title(page, "You won")
    expect(page.get_by_text("You have 7 to spend.")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    page.goto(f"{shop.url}/open/campaign/apples")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("button", name="Back to the cards")).to_be_visible()


def asked(pages, shop):
    """A phone at the first of a few questions, with the answers that it has sent."""
    page = begun(pages, shop, "/open/campaign/few")
    page.sent = []
    page.on("request", lambda one: one.method == "POST" and one.url.endswith("/v1/shakes") and
            page.sent.extend(one.post_data_json["evidence"].get("answers", [])))
    page.get_by_role("button", name="Start").tap()
    page.get_by_role("button", name="I have read it").tap()
    title(page, "What will you cook?")
    return page


def test_b3_an_answer_is_kept_until_it_has_arrived(shop, pages):
    pages.expect("^failed: POST /v1/shakes")
    page = asked(pages, shop)
    answer, field = page.get_by_role("button", name="Answer", exact=True), page.get_by_label("Your answer")
    answer.tap()
    expect(page.get_by_role("alert")).to_have_text("Choose or write an answer first.")
    field.fill("A cake")
    # It arrives, and nothing comes back.
    page.route("**/v1/shakes", lambda route: [route.fetch(), route.abort()], times=1)
    answer.tap()
    expect(page.get_by_role("alert")).to_have_text("No network")
    expect(field).to_have_value("A cake")
    field.fill("A pie")
    answer.tap()
    title(page, "What do you like?")


def test_b3_what_is_left_out_is_not_asked_again_and_an_answer_is_sent_once(shop, pages):
    page = asked(pages, shop)
    answer, skip = page.get_by_role("button", name="Answer", exact=True), page.get_by_role("button", name="Leave it out")
    skip.tap()
    title(page, "What do you like?")
    # One Tab leads to the choices, and arrows from one to the next.
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio").last).to_be_checked()
    held = []
    page.route("**/v1/shakes", lambda route: held.append(route), times=1)
    answer.tap()
    until(lambda: held, page=page)
    page.get_by_role("radio").first.tap()
    answer.tap(force=True)
    skip.tap(force=True)
    held[0].continue_()
    title(page, "Smallest first.")
    first, second = page.get_by_role("checkbox").first, page.get_by_role("checkbox").last
    for one in (first, second):
        one.tap()
    expect(second).to_have_accessible_name(re.compile("^2 (pea|plum)$"))
    for _ in range(2):
        first.tap()
    answer.tap()
    title(page, "And what else?")
    skip.tap()
    title(page, "You won")
    assert page.sent == [{"question": 2, "answer": 2}, {"question": 3, "answer": [2, 1]}]


def parts(route, data):
    """Answers with the part of a file that a player asks for."""
    first, last = re.match(r"bytes=(\d+)-(\d*)", route.request.headers.get("range", "bytes=0-")).groups()
    first, last = int(first), int(last or len(data) - 1)
    route.fulfill(status=206, body=data[first:last + 1], headers={
        "Content-Type": "video/webm", "Accept-Ranges": "bytes", "Content-Range": f"bytes {first}-{last}/{len(data)}",
        "Cross-Origin-Resource-Policy": "cross-origin"})


def watched(pages, shop, campaign="clip"):
    page = begun(pages, shop, None)
    # The server of the videos isn't there: its answer stands in for it.
    page.route(f"{VIDEOS}/clip.webm", lambda route: parts(route, shop.clip.read_bytes()))
    page.beats = []
    page.on("request", lambda asked: page.beats.append(asked.post_data_json["evidence"]) if asked.method == "POST" and
            asked.url.endswith("/v1/shakes") else None)
    page.goto(f"{shop.url}/open/campaign/{campaign}")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_label(campaign.capitalize())).to_be_visible()
    return page


def test_b3_a_video_to_its_end_brings_coins(shop, pages):
    page = watched(pages, shop)
    page.locator("video").evaluate("video => video.play()")
    expect(page.get_by_role("heading", name="You won")).to_be_visible(timeout=10_000)
    assert wallet(shop, page.user)["available"] == 7
    steps = [one["step"] for one in page.beats]
    assert steps[0] == "start" and steps[-1] == "finish" and 3 <= steps.count("heartbeat") <= 12


def test_b3_no_heartbeat_comes_sooner_than_the_server_takes_it(shop, pages):
    page = watched(pages, shop)
    video = page.locator("video")
    video.evaluate("video => { video.play() }")
    until(lambda: len(page.beats) > 1, page=page)
    for _ in range(2):
        video.evaluate("video => { video.dispatchEvent(new Event('ended')) }")
        page.wait_for_timeout(80)
    page.wait_for_timeout(600)
    # By the page's clock, without the start. A quarter of a second is the least.
    _, *times = page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.endsWith('/v1/shakes')).map(one => one.startTime)")
    assert len(times) > 1 and all(later - sooner > 240 for sooner, later in zip(times, times[1:])), times


def test_b3_jumps_and_being_away_are_told_and_do_not_count(shop, pages):
    page = watched(pages, shop)
    video = page.locator("video")
    video.evaluate("video => video.play()")
    until(lambda: len(page.beats) > 2, page=page)

    def jumps():
        video.evaluate("video => { video.currentTime = 0; video.play() }")
        page.wait_for_timeout(300)
        video.evaluate("video => { video.currentTime = 3.5 }")
        page.wait_for_timeout(1200)
        return page.get_by_text("You have jumped: that part is still to be seen.").is_visible()

    # A jump that a slow machine tells late is one that time allows.
    until(jumps, 15)
    video.evaluate("video => { video.currentTime = 1; video.play() }")
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { get: () => true, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }""")
    until(lambda: page.beats[-1].get("visible") is False, page=page)
    page.evaluate("delete document.hidden")
    expect(page.get_by_text("You were away. What you saw is kept.")).to_be_visible()
    assert wallet(shop, page.user)["available"] == 0
    assert [one["outcome"] for one in shakes(shop, page.user)] in ([], ["waits"], ["needs-more"])


def quizzed(pages, shop):
    """A video at its question, paused."""
    page = watched(pages, shop, "quiz")
    video = page.locator("video")
    video.evaluate("video => { video.muted = true; video.play() }")
    expect(page.get_by_text("Turn the sound on: muted time doesn’t count.")).to_be_visible()
    video.evaluate("video => { video.muted = false; video.currentTime = 0; video.play() }")
    expect(page.get_by_role("heading", name="Which colour was it?")).to_be_visible(timeout=8000)
    video.evaluate("video => video.pause()")
    return page, video


def test_b3_a_question_within_a_video_is_answered_beside_what_is_said(shop, pages):
    pages.expect("^failed: POST /v1/shakes")
    page, video = quizzed(pages, shop)
    page.route("**/v1/shakes", lambda route: route.abort(), times=1)
    expect(page.get_by_text("There’s no network.")).to_be_visible()
    page.get_by_role("button", name="blue").tap()
    expect(page.get_by_role("heading", name="Which colour was it?")).to_have_count(0)
    thanks = page.get_by_text("Thank you. Watch on.")
    expect(thanks).to_be_visible()
    expect(thanks).to_have_count(0, timeout=8000)

    # What was lost meanwhile is seen when it is played once more.
    def wins():
        # A win takes the video away while it begins.
        page.evaluate("() => { document.querySelector('video')?.play().catch(() => undefined) }")
        page.wait_for_timeout(1500)
        return page.get_by_role("heading", name="You won").is_visible()

    until(wins, 20)


def test_b3_a_question_goes_when_its_time_is_over(shop, pages):
    page, _ = quizzed(pages, shop)
    expect(page.get_by_role("heading", name="Which colour was it?")).to_have_count(0, timeout=9000)


def test_videos_of_other_servers_are_not_played(shop, pages):
    policy = shop.get("/app/").fields["content-security-policy"]
    assert f"media-src 'self' blob: {VIDEOS}" in policy and policy.count(VIDEOS) == 1
