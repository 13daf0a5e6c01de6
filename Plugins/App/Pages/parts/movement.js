import { t } from "../../ground/i18n.js"

/** Pictures of what moves coins, by the beginning of the id of what it was for. */
const PICTURES = /** @type {Record<string, string>} */ ({ shk: "shake", rdm: "ticket", rfr: "users", bdg: "star", dsp: "talk" })
const KINDS = new Set(["issue", "redeem", "expire", "reverse", "transfer", "capture", "import", "hold", "merge"])

/**
 * All movements that are known, the newest first. The wallet has the newest alone. What it had before stays after them,
 * unless others may be missing between.
 * @template {{ transfer: string }} M
 * @param {M[]} newest
 * @param {M[]} known
 */
export function joined(newest, known) {
  const older = known.filter((one) => !newest.some(({ transfer }) => transfer === one.transfer))
  return older.length < known.length ? [...newest, ...older] : newest
}

/**
 * A transfer as the user's wallet has it: what leaves the wallet is negative.
 * @template {{ amount: number, from: string, to: string }} T
 * @param {T} transfer
 * @param {{ user: string, merged_ids?: string[] } | undefined} user
 * @returns {T}
 */
export function inWallet(transfer, user) {
  const isOwn = (/** @type {string} */ wallet) => wallet === user?.user || user?.merged_ids?.includes(wallet)
  return isOwn(transfer.from) && !isOwn(transfer.to) ? { ...transfer, amount: -transfer.amount } : transfer
}

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
