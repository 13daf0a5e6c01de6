// A customer's app: a trial user who shakes, sees their coins, and is told what happens. node qix.mjs URL CAMPAIGN

// What the server refused: `code` is for programs, the message may be shown.
class QixError extends Error {
  constructor(problem) {
    super(problem.detail);
    Object.assign(this, { code: problem.code, hint: problem.hint });
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
class Qix {
  constructor(url) {
    this.url = url;
  }

  /** Sends a request. Without an answer it is sent again, under the same key, so that it is done once. */
  async open(method, path, { body, key, accept = "application/json" } = {}) {
    const headers = { Accept: accept, "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (key) headers["Idempotency-Key"] = key;
    for (let attempt = 0; ; attempt++) {
      const reply = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) }).catch(
        (error) => { if (attempt === 5) throw error; });
      if (reply?.ok) return reply;
      if (reply && (![429, 503].includes(reply.status) || attempt === 5)) throw new QixError(await reply.json());
      await pause(reply ? Number(reply.headers.get("Retry-After") ?? 1) : 2 ** attempt / 4);
    }
  }

  ask = async (...words) => (await this.open(...words)).json();

  /** Yields what happens, behind a position; comes back by itself. */
  async *events(after) {
    for (;; await pause(2)) {
      const stream = await this.open("GET", `/v1/users/me/events?after=${after}`, { accept: "text/event-stream" });
      let text = "";
      for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
        const lines = (text + piece).split("\n");
        text = lines.pop();
        for (const line of lines) {
          if (line.startsWith("id: ")) after = line.slice(4);
          if (line.startsWith("data: {")) yield JSON.parse(line.slice(6));
        }
      }
    }
  }
}

const [url, campaign] = process.argv.slice(2);
const qix = new Qix(url);
qix.token = (await qix.ask("POST", "/v1/sessions/trial", { body: {} })).token;
const start = (await qix.ask("GET", "/v1/users/me/events")).position;
const shake = await qix.ask("POST", "/v1/shakes/tv", { body: { campaign }, key: crypto.randomUUID() });
console.log("shake:", shake.outcome);
console.log("coins:", (await qix.ask("GET", "/v1/wallets/me")).available);
console.log("event:", (await qix.events(start).next()).value.type);
await qix.ask("POST", "/v1/rewards/nothing/redemptions", { body: {}, key: crypto.randomUUID() })
  .catch((error) => console.log("refused:", error.code));
process.exit();
