"""qix as it would be installed, and the browser pages that tests open on it."""

import json
import os
import re
import subprocess
import threading
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("QIX_BINARY") or ROOT / ".build/release/qix").resolve()
CHROMIUM = "/usr/bin/chromium"

# The same pixels on each machine. Chromium can't use its sandbox as root.
FLAGS = ["--force-color-profile=srgb", "--font-render-hinting=none", "--disable-lcd-text"]
FLAGS += ["--no-sandbox"] if os.geteuid() == 0 else []


class Reply:
    """An answer over HTTP: status, fields by their names in small letters, and bytes."""

    def __init__(self, response):
        self.status, self.body = response.status, response.read()
        self.fields = {}
        for name, value in response.getheaders():
            self.fields[name.lower()] = ", ".join([*filter(None, [self.fields.get(name.lower())]), value])

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def cookies(self):
        """The names of the cookies that it sets, with their attributes."""
        return dict(re.findall(r"(__Host-[a-z-]+)=([^,]*)", self.fields.get("set-cookie", "")))


class Home:
    """A data folder, with tokens by role that are made when they are first needed."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, "QIX_HOME": str(folder), "QIX_CONFIG": str(folder / "none")}
        self.tokens = {}

    def qix(self, *arguments, stdin=None):
        """What a command prints; its failure is the test's, with what it said."""
        made = subprocess.run(
            [PROGRAM, *map(str, arguments)], env=self.environment, stdin=stdin, capture_output=True, text=True,
            timeout=60,
        )
        assert made.returncode == 0, f"qix {' '.join(map(str, arguments))}: exit code {made.returncode}\n{made.stderr}"
        return made.stdout

    def token(self, role, name=None):
        name = name or f"pages-{role}"
        if name not in self.tokens:
            file = self.folder / f"{name}.token"
            self.qix("token", "create", name, "--role", role, "--output", file, "--quiet")
            self.tokens[name] = file.read_text().strip()
        return self.tokens[name]


class Server:
    """`qix serve` on a home, at a port of its own."""

    def __init__(self, home, *options):
        self.home = home
        self.notes = []
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", *options],
            env=home.environment, stderr=subprocess.PIPE, text=True,
        )
        for line in self.process.stderr:
            self.notes.append(line)
            found = re.search(r"127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        else:
            raise AssertionError(f"qix serve {' '.join(options)} has ended: {''.join(self.notes)}")
        # Browsers take cookies that are `Secure` from the machine itself without TLS, too.
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=lambda: self.notes.extend(self.process.stderr), daemon=True).start()

    def request(self, method, path, fields=None, body=None):
        # From an address of its own, so that what a test tries is none of the browser's too many tries.
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=("127.0.0.2", 0))
        fields = dict(fields or {})
        if body is not None:
            body = json.dumps(body)
            fields.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, fields)
            return Reply(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, fields=None):
        return self.request("GET", path, fields)

    def stop(self):
        self.process.terminate()
        try:
            assert self.process.wait(20) == 0, f"qix serve ended badly: {''.join(self.notes)}"
        finally:
            self.process.kill()


class Pages:
    """The pages that a test opens, in contexts of their own. A fault that a test didn't expect fails it at its end."""

    def __init__(self, browser):
        self.browser = browser
        self.contexts, self.faults = [], []
        # A campaign's page asks for its QR code, which there is only if app.origin is set.
        self.expected = [r"^404 GET /v1/links/qr"]

    def expect(self, pattern):
        """Lets through faults that the pattern finds: `401 GET /v1/staff/session`, `console: …`, `uncaught: …`."""
        self.expected.append(pattern)

    def open(self, server, path, *, beside=None, width=1440, height=900, scheme="light", language="en", **options):
        """Opens a path in a new context, or in that of another page."""
        context = beside.context if beside else self._context(width, height, scheme, language, options)
        page = context.new_page()
        self._watch(page)
        page.goto(server.url + path)
        return page

    def signed_in(self, server, role, path="/console", **options):
        """Opens a path as staff who are signed in with a token of the role."""
        page = self.open(server, "/healthz", **options)
        status = page.evaluate(SIGN_IN, server.home.token(role))
        assert status in (200, 201), f"signing in as {role}: status {status}"
        page.goto(server.url + path)
        return page

    def _context(self, width, height, scheme, language, options):
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale=language,
            timezone_id="Europe/Rome", reduced_motion="reduce", **options,
        )
        context.set_default_timeout(5000)
        self.contexts.append(context)
        return context

    def _watch(self, page):
        def short(address):
            return re.sub(r"^https?://[^/]+", "", address)

        def said(message):
            # A request that failed is a fault by itself, with its address. axe styles what it measures, from no file.
            is_axe = message.location["url"] == "" and "inline style" in message.text
            is_request = message.text.startswith("Failed to load resource")
            if message.type in ("error", "assert") and not is_axe and not is_request:
                self.faults.append(f"console: {message.text}")

        page.on("console", said)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
        page.on("response", lambda answer: answer.status >= 400 and self.faults.append(
            f"{answer.status} {answer.request.method} {short(answer.url)}"))
        # A stream that its page ends, or a page that another follows.
        page.on("requestfailed", lambda request: "ERR_ABORTED" not in (request.failure or "") and self.faults.append(
            f"failed: {request.method} {short(request.url)}: {request.failure}"))

    def close(self):
        for context in self.contexts:
            context.close()
        found = [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.expected)]
        assert not found, "the pages had faults:\n" + "\n".join(found)


SIGN_IN = """async token => (await fetch("/v1/staff/sign-in", {
  method: "POST",
  headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID(), "Qix-Face": "console" },
  body: JSON.stringify({ token })
})).status"""
