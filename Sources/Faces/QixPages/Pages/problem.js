/** Errors of the server (RFC 9457), and those of the way to it. */

/** An error as the server tells it. */
export class ApiProblem extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, detail?: string, hint?: string, values?: Record<string, any>, title?: string }} [told]
   * @param {number} [retryAfter] seconds to wait before another try
   */
  constructor(status, told = {}, retryAfter) {
    super(told.detail ?? told.title ?? `HTTP ${status}`)
    this.name = "ApiProblem"
    this.status = status
    /** What programs decide by, such as `coins.missing`. */
    this.code = told.code ?? `http.${status}`
    this.detail = told.detail ?? ""
    this.hint = told.hint ?? ""
    /** The values in the detail, by what they are. */
    this.fields = told.values ?? {}
    this.retryAfter = retryAfter
  }

  /** Whether the server has decided: the same request would get the same answer. */
  get isFinal() {
    return this.status < 500 && ![401, 408, 425, 429].includes(this.status)
  }
}

/** No answer came: the network, the server, or the time allowed. */
export class NoAnswer extends Error {
  /** @param {"offline" | "timeout"} why */
  constructor(why) {
    super(why === "timeout" ? "The server didn't answer in time." : "There is no way to the server.")
    this.name = "NoAnswer"
    this.why = why
  }
}

/**
 * The problem in a response that isn't a success.
 * @param {Response} response
 */
export async function problem(response) {
  const type = response.headers.get("Content-Type") ?? ""
  const told = /\bjson\b/.test(type) ? await response.json().catch(() => ({})) : {}
  const seconds = Number(response.headers.get("Retry-After") ?? "none")
  const after = Number.isFinite(seconds) ? seconds : undefined
  return new ApiProblem(response.status, typeof told === "object" && told ? told : {}, after)
}
