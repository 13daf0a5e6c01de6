"""What the server sends with each page, and what it refuses: by HTTP, and from other sites in a browser."""

import re
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' blob:",
    "media-src": "'self' blob:", "font-src": "'self'", "connect-src": "'self'", "manifest-src": "'self'",
    "worker-src": "'self'", "form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'", "trusted-types": "qix",
}
OTHER = "http://other.example"


def entry(server, kind="js"):
    """The address of the script that the page begins with, or of its style sheet."""
    return re.search(rf'"(/console/[^"]*app\.{kind})"', server.get("/console").text)[1]


def changing(server, path, fields, body=None):
    key = str(uuid.uuid4())
    return server.request("POST", path, {"Qix-Face": "console", "Idempotency-Key": key, **fields}, body or {})


def signed_in(server, role="support"):
    """The field of a request with the cookie of staff who are signed in."""
    reply = changing(server, "/v1/staff/sign-in", {"Origin": server.url}, {"token": server.home.token(role)})
    assert reply.status in (200, 201), reply.text
    value = reply.cookies["__Host-qix-staff"].split(";")[0]
    return reply, {"Cookie": f"__Host-qix-staff={value}"}


@pytest.mark.parametrize("path", ["/console", "/console/users/usr_1", "/console/app.js", "/console/icon.svg"])
def test_each_answer_carries_the_policy(server, path):
    fields = server.get(path).fields
    policy = dict(part.strip().split(" ", 1) for part in fields["content-security-policy"].split(";"))
    assert policy == POLICY
    assert fields["x-content-type-options"] == "nosniff"
    assert fields["referrer-policy"] == "same-origin"
    assert fields["cross-origin-opener-policy"] == fields["cross-origin-resource-policy"] == "same-origin"
    assert fields["cross-origin-embedder-policy"] == "require-corp"
    permissions = dict(part.split("=") for part in fields["permissions-policy"].split(", "))
    assert {permissions[name] for name in ("geolocation", "microphone", "payment", "usb")} == {"()"}
    assert "set-cookie" not in fields and "access-control-allow-origin" not in fields


@pytest.mark.parametrize("kind", ["js", "css"])
def test_parts_of_a_page_are_for_pages_of_this_site(server, kind):
    """The policy is that of the page that has them."""
    fields = server.get(entry(server, kind)).fields
    assert fields["cross-origin-resource-policy"] == "same-origin" and fields["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in fields and "access-control-allow-origin" not in fields


def test_every_address_below_leads_to_the_page(server):
    page = server.get("/console")
    assert page.status == 200 and page.fields["content-type"] == "text/html; charset=utf-8"
    for path in ("/console/users/usr_1", "/console/approvals", "/console/a/b/c"):
        assert server.get(path).body == page.body, path
    slash = server.get("/console/")
    assert slash.status == 308 and slash.fields["location"] == "/console"


@pytest.mark.parametrize("path", [
    "/console/none.js", "/console/files-0/app.js", "/console/index.html", "/console/..%2fv1", "/console/%2e%2e/v1",
    "//console/app.js", "/console//app.js", "/consoles", "/ground", "/ground/none.js", "/console/app.js.map",
])
def test_nothing_else_is_there(server, path):
    reply = server.get(path)
    assert reply.status in (400, 404) and "location" not in reply.fields


def test_files_are_kept_and_the_page_is_not(server):
    page = server.get("/console")
    assert page.fields["cache-control"] == "no-cache"
    assert server.get("/console", {"If-None-Match": page.fields["etag"]}).status == 304
    for kind in ("js", "css"):
        kept = server.get(entry(server, kind), {"Accept-Encoding": "br, gzip"})
        assert kept.fields["cache-control"] == "public, max-age=31536000, immutable"
        assert kept.fields["content-encoding"] == "br" and "Accept-Encoding" in kept.fields["vary"]
        assert server.get(f"/console/app.{kind}").fields["cache-control"] == "no-cache"


def test_the_first_load_is_small(server):
    sent = sum(len(server.get(entry(server, kind), {"Accept-Encoding": "br"}).body) for kind in ("js", "css"))
    assert sent + len(server.get("/console").body) <= 60 * 1024


def test_pages_take_nothing(server):
    for method in ("POST", "PUT", "DELETE"):
        assert server.request(method, "/console", {"Origin": server.url}, {}).status in (404, 405)


def test_brand_is_a_style_sheet(server):
    brand = server.get("/brand.css")
    assert brand.status == 200 and brand.fields["content-type"].startswith("text/css")
    assert "immutable" not in brand.fields["cache-control"] and brand.fields["x-content-type-options"] == "nosniff"


def test_no_script_reads_the_cookie(server):
    reply, cookie = signed_in(server)
    _, *attributes = [part.strip() for part in reply.cookies["__Host-qix-staff"].split(";")]
    assert {"Path=/", "Secure", "HttpOnly", "SameSite=Strict"} <= set(attributes)
    assert not [one for one in attributes if one.lower().startswith("domain")]
    assert reply.json["token"] is None and reply.fields["cache-control"] == "no-store"
    shown = server.get("/v1/staff/session", {"Qix-Face": "console", **cookie})
    assert shown.status == 200 and shown.fields["cache-control"] == "no-store"
    assert "Qix-Face" in shown.fields["vary"]


def test_the_cookie_counts_with_the_pages_header_alone(server):
    _, cookie = signed_in(server)
    assert server.get("/v1/staff/session", cookie).status == 401
    assert server.get("/v1/staff/session", {"Qix-Face": "other", **cookie}).status == 401
    token = cookie["Cookie"].partition("=")[2]
    assert server.get("/v1/staff/session", {"Qix-Face": "console", "Authorization": f"Bearer {token}"}).status == 401


@pytest.mark.parametrize("origin", [None, OTHER, "null", "http://127.0.0.1:1", "http://127.0.0.1.other.example"])
def test_changes_from_other_sites_are_refused(server, origin):
    _, cookie = signed_in(server)
    from_there = {} if origin is None else {"Origin": origin}
    assert changing(server, "/v1/staff/sign-out", {**from_there, **cookie}).status == 403
    assert server.get("/v1/staff/session", {"Qix-Face": "console", **cookie}).status == 200
    assert changing(server, "/v1/staff/sign-out", {"Origin": server.url, **cookie}).status == 200
    assert server.get("/v1/staff/session", {"Qix-Face": "console", **cookie}).status == 401


@pytest.fixture
def elsewhere():
    """Opens a page of another site in the browser of a page: `localhost` is another one than 127.0.0.1."""

    class Site(BaseHTTPRequestHandler):
        html = b""

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(Site.html)

        def log_message(self, *_):
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()

    def opened(page, html):
        Site.html = b"<!doctype html>" + html.encode()
        other = page.context.new_page()
        other.goto(f"http://localhost:{site.server_port}/")
        return other

    yield opened
    site.shutdown()
    site.server_close()


def show(page):
    """The status of the staff's own question who is signed in."""
    return page.evaluate("""async () =>
      (await fetch("/v1/staff/session", { headers: { "Qix-Face": "console" } })).status""")


def test_no_site_shows_it_in_a_frame(server, pages, elsewhere):
    page = pages.signed_in(server, "support")
    other = elsewhere(page, f'<iframe src="{server.url}/healthz"></iframe><iframe src="{server.url}/console"></iframe>')
    other.wait_for_load_state("networkidle")
    # A refused frame shows a page of the browser's own.
    shown = [frame.url for frame in other.frames]
    assert f"{server.url}/healthz" in shown and f"{server.url}/console" not in shown


def test_no_site_posts_in_the_name_of_staff(server, pages, elsewhere):
    page = pages.signed_in(server, "support")
    other = elsewhere(page, f"""<iframe name=hidden></iframe>
      <form method=post target=hidden action="{server.url}/v1/staff/sign-out"><button>Go</button></form>""")
    with other.expect_response("**/sign-out") as answer:
        other.get_by_role("button").click()
    assert answer.value.status in (400, 401, 403, 415)
    asked = other.evaluate("""async address => {
      const ask = async fields => {
        const options = { method: "POST", credentials: "include", headers: fields, body: "{}" }
        try { return (await fetch(address, options)).status } catch { return "refused" }
      }
      return [await ask({ "Content-Type": "application/json", "Qix-Face": "console" }), await ask({})]
    }""", f"{server.url}/v1/staff/sign-out")
    assert asked == ["refused", "refused"]
    assert show(page) == 200
