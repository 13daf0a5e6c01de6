"""A provider of OpenID Connect for tests: it signs in whom it is told to, and asks no questions."""

import base64
import hashlib
import json
import secrets
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    """Serves at `url`. `person` has the claims of who sits at the browser; `asked` what the last page was asked with,
    `back` the address that it leads back to, unless it `holds` the browser.
    """

    def __init__(self, folder):
        self.key = folder / "issuer.pem"
        self._openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", self.key)
        modulus = self._openssl("rsa", "-in", self.key, "-noout", "-modulus").decode().strip().split("=")[1]
        self.keys = {"keys": [{
            "kty": "RSA", "kid": "1", "alg": "RS256", "use": "sig", "n": b64(bytes.fromhex(modulus)), "e": "AQAB"}]}
        self.person, self.asked, self.codes, self.back, self.holds = {}, {}, {}, None, False
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                issuer._get(self)

            def do_POST(self):
                issuer._post(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def _openssl(*words, stdin=None):
        return subprocess.run(["openssl", *map(str, words)], input=stdin, capture_output=True, check=True).stdout

    def _get(self, call):
        address = urlsplit(call.path)
        if address.path == "/.well-known/openid-configuration":
            return self._answer(call, {
                "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token", "jwks_uri": f"{self.url}/keys",
                "authorization_response_iss_parameter_supported": True})
        if address.path == "/keys":
            return self._answer(call, self.keys)
        self.asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        code = secrets.token_urlsafe(16)
        self.codes[code] = self.asked
        self.back = f"{self.asked['redirect_uri']}?" + urlencode({
            "code": code, "state": self.asked["state"], "iss": self.url})
        if self.holds:
            return self._answer(call, {})
        call.send_response(302)
        call.send_header("Location", self.back)
        call.end_headers()

    def _post(self, call):
        body = parse_qs(call.rfile.read(int(call.headers["Content-Length"])).decode())
        asked = self.codes.pop(body["code"][0], None)
        proof = b64(hashlib.sha256(body["code_verifier"][0].encode()).digest())
        if asked is None or proof != asked["code_challenge"]:
            return self._answer(call, {"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.url, "aud": asked["client_id"], "nonce": asked["nonce"], "iat": now, "exp": now + 300,
                  "auth_time": now, **self.person}
        self._answer(call, {"access_token": "none", "token_type": "Bearer", "id_token": self._signed(claims)})

    def _signed(self, claims):
        text = ".".join(b64(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "1"}, claims))
        return f"{text}.{b64(self._openssl('dgst', '-sha256', '-sign', self.key, stdin=text.encode()))}"

    @staticmethod
    def _answer(call, value, status=200):
        data = json.dumps(value).encode()
        call.send_response(status)
        call.send_header("Content-Type", "application/json")
        call.send_header("Content-Length", str(len(data)))
        call.end_headers()
        call.wfile.write(data)
