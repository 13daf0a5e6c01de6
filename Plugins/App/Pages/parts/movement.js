import { t } from "../../ground/i18n.js"

/** Pictures of what moves coins, by the beginning of the id of what it was for. */
const PICTURES = /** @type {Record<string, string>} */ ({ shk: "shake", rdm: "ticket", rfr: "users", bdg: "star", dsp: "talk" })
const KINDS = new Set(["issue", "redeem", "expire", "reverse", "transfer", "capture", "import", "hold", "merge"])

/**
 * What moved coins, in words: what it was for, or else the kind of movement.
 * @param {{ kind?: string, amount?: number, purpose?: string | null, subject?: string | null }} movement
 */
export function words({ kind = "", amount = 0, purpose, subject }) {
  const sign = /** @type {"" | "coin" | "bad"} */ (kind === "expire" ? "bad" : amount > 0 ? "coin" : "")
  const picture = PICTURES[subject?.slice(0, 3) ?? ""] ??
    (kind === "expire" ? "clock" : amount > 0 ? "plus" : "minus")
  const named = KINDS.has(kind) ? `movement.${kind}` : amount > 0 ? "movement.in" : "movement.out"
  return { title: purpose || t(named), picture, sign }
}
