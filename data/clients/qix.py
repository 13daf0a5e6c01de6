#!/usr/bin/env python3
"""A customer's app: a trial user who shakes, sees their coins, and is told what happens. qix.py URL CAMPAIGN"""
import json, sys, time, urllib.error, urllib.request, uuid
class QixError(Exception):
    """What the server refused: `code` is for programs, the message may be shown."""
    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.code, self.hint = problem["code"], problem.get("hint")

class Qix:
    def __init__(self, url):
        self.url, self.token = url, None

    def open(self, method, path, body=None, key=None, accept="application/json"):
        """Sends a request. Without an answer it is sent again, under the same key, so that it is done once."""
        fields = {"Accept": accept, "Content-Type": "application/json"}
        if self.token:
            fields["Authorization"] = "Bearer " + self.token
        if key:
            fields["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, fields, method=method)
        for attempt in range(6):
            try:
                return urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or attempt == 5:
                    raise QixError(json.load(error)) from None
                time.sleep(int(error.headers.get("Retry-After", 1)))
            except OSError:
                if attempt == 5:
                    raise
                time.sleep(2**attempt / 4)

    def ask(self, *words, **options):
        return json.load(self.open(*words, **options))

    def events(self, after):
        """Yields what happens, behind a position; comes back by itself."""
        while True:
            path = "/v1/users/me/events?after=" + after
            for line in self.open("GET", path, accept="text/event-stream"):
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    after = value
                elif name == "data" and value.startswith("{"):
                    yield json.loads(value)
            time.sleep(2)

qix = Qix(sys.argv[1])
qix.token = qix.ask("POST", "/v1/sessions/trial", {})["token"]
start = qix.ask("GET", "/v1/users/me/events")["position"]
shake = qix.ask("POST", "/v1/shakes/tv", {"campaign": sys.argv[2]}, key=str(uuid.uuid4()))
print("shake:", shake["outcome"])
print("coins:", qix.ask("GET", "/v1/wallets/me")["available"])
print("event:", next(qix.events(start))["type"])
try:
    qix.ask("POST", "/v1/rewards/nothing/redemptions", {}, key=str(uuid.uuid4()))
except QixError as error:
    print("refused:", error.code)
