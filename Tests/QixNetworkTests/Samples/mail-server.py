"""A mail server for tests, on aiosmtpd: prints its port, writes each message as a line of JSON, ends with its input.

Arguments: the file for the messages; then, each as it is wanted: starttls=CERTIFICATE, tls=CERTIFICATE, auth.
The one user is qix, the password s3cret. Recipients that begin with 'refused' are refused, with 'later' put off.
"""
import json
import socket
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

options = dict((argument.partition("=")[::2] for argument in sys.argv[2:]))


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if address.startswith("refused"):
            return "550 no such user"
        if address.startswith("later"):
            return "451 try later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        with open(sys.argv[1], "a") as file:
            file.write(json.dumps({
                "from": envelope.mail_from, "to": envelope.rcpt_tos, "hello": session.host_name,
                "tls": session.ssl is not None, "signedIn": session.authenticated is True,
                "content": envelope.content.decode("utf-8"),
            }) + "\n")
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    good = isinstance(data, LoginPassword) and data.login == b"qix" and data.password == b"s3cret"
    return AuthResult(success=good, handled=False)


def context(certificate):
    result = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    result.load_cert_chain(certificate)
    return result


with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]

arguments = {}
if "starttls" in options:
    arguments.update(tls_context=context(options["starttls"]), require_starttls=True)
if "tls" in options:
    arguments.update(ssl_context=context(options["tls"]))
if "auth" in options:
    arguments.update(authenticator=authenticate, auth_required=True, auth_require_tls="starttls" in options)

controller = Controller(Handler(), hostname="127.0.0.1", port=port, **arguments)
try:
    controller.start()
except Exception:
    # It probes itself without TLS where it wants TLS from the start; it listens all the same.
    pass
print(port, flush=True)
sys.stdin.read()
