"""A phone for tests: a page of its size with touch, whose sensors a test shakes."""

import json
import re
import time

from playwright.sync_api import expect

SENSORS = ("accelerometer", "linear-acceleration", "gyroscope")
# Who is new has no session, and the page asks who is here.
NEW = r"^401 GET /v1/users/me$"

BEGIN = """async () => {
  const answer = await fetch("/v1/sessions/trial", {
    method: "POST", body: "{}",
    headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID(), "Qix-Face": "app",
      "Prefer": "session=cookie" },
  })
  return [answer.status, (await answer.json()).user]
}"""


def phone(pages, server, path="/app/", *, beside=None, width=390, height=844, works_offline=False, **options):
    """Opens a path of the app on a phone; without a service worker, unless it is to work offline."""
    pages.expect(NEW)
    if beside is None:
        options["service_workers"] = "allow" if works_offline else "block"
    page = pages.open(server, "/healthz", beside=beside, width=width, height=height, has_touch=True, **options)
    # A page that has loaded without them is told of no motion.
    page.sensors = page.context.new_cdp_session(page)
    for kind in SENSORS:
        page.sensors.send("Emulation.setSensorOverrideEnabled", {
            "enabled": True, "type": kind,
            "metadata": {"available": True, "minimumFrequency": 1, "maximumFrequency": 60}})
    if path:
        page.goto(server.url + path)
        moves(page)
    return page


def moves(page):
    """Waits until the page is told of motion; the browser begins with it some moments after the page asks."""
    page.evaluate("() => { window.isMoved = false; addEventListener('devicemotion', () => window.isMoved = true, { once: true }) }")
    until(lambda: _feel(page, 0) or page.evaluate("window.isMoved === true"))


def _feel(page, x):
    for kind, xyz in (("linear-acceleration", (x, 0, 0)), ("accelerometer", (x, 9.8, 0)), ("gyroscope", (0, 0, 0))):
        page.sensors.send("Emulation.setSensorOverrideReadings", {
            "type": kind, "reading": {"xyz": dict(zip("xyz", xyz))}})


def begun(pages, server, path="/app/wallet", *, coins=0, **options):
    """A phone whose user has begun on trial and has some coins, at a path. `page.user` is the user's id."""
    page = phone(pages, server, None, **options)
    status, page.user = page.evaluate(BEGIN)
    assert status in (200, 201)
    if coins:
        server.home.qix("coins", "issue", "--to", page.user, "--amount", coins, "--quiet")
    if path:
        page.goto(server.url + path)
        moves(page)
    return page


def shake(page, times=16, strength=25):
    """Motion as a hand would make it, which the browser trusts."""
    for n in range(times):
        _feel(page, strength if n % 2 else -strength)
        page.wait_for_timeout(35)
    _feel(page, 0)


def tab(page, name):
    return page.get_by_role("navigation", name="Sections").get_by_role("link", name=name, exact=True)


def title(page, name):
    """The page's heading, once it is there."""
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def wallet(server, user):
    return json.loads(server.home.qix("wallet", "show", user, "--json"))


def shakes(server, user):
    return json.loads(server.home.qix("shake", "list", "--user", user, "--json"))["shakes"]


def read(server, element, folder):
    """What a scanner reads in the picture of an element: the texts of all codes in it."""
    element.screenshot(path=folder / "shown.png")
    answer = json.loads(server.home.qix("scan", "read", folder / "shown.png", "--json").splitlines()[0])
    return [one["text"] for one in answer["codes"]]


def until(true, seconds=5, page=None):
    """Waits until something is true, of a page that tells meanwhile what it asks for. A page's own `wait_for_function` is
    forbidden by its policy.
    """
    end = time.monotonic() + seconds
    while not (value := true()):
        assert time.monotonic() < end, "never"
        page.wait_for_timeout(50) if page else time.sleep(0.05)
    return value


def stored(page):
    """All that scripts of the app's origin have stored in the browser."""
    return page.evaluate("""async () => {
      const all = { local: { ...localStorage }, session: { ...sessionStorage }, databases: {}, caches: {} }
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((done, fail) => {
          const opened = indexedDB.open(name)
          opened.onsuccess = () => done(opened.result)
          opened.onerror = () => fail(opened.error)
        })
        for (const store of database.objectStoreNames) {
          all.databases[store] = await new Promise(done => {
            const asked = database.transaction(store).objectStore(store).getAll()
            asked.onsuccess = () => done(asked.result)
          })
        }
        database.close()
      }
      for (const name of await caches.keys()) {
        all.caches[name] = (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname)
      }
      return all
    }""")


def session_cookies(page):
    return {one["name"]: one for one in page.context.cookies() if one["name"].startswith("__Host-")}


def digits(text):
    return re.sub(r"\D", "", text)
