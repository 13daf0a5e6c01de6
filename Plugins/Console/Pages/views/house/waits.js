/** What may wait for staff: the command that shows it, where it is asked for, and how it is counted. */

import { ailing } from "../lists/findings.js"
import { tabOf } from "../lists/requests.js"
import { needsCare } from "../webhooks.js"

/**
 * @typedef {object} Wait
 * @property {string} name
 * @property {string} needs the words of a command
 * @property {string} href
 * @property {string} icon
 * @property {string} path
 * @property {Record<string, any>} [query]
 * @property {boolean} [isFollowed] browsers have six connections to a server: two of them are for this
 * @property {boolean} [isWork] whether it waits for a person; otherwise it is how things are
 * @property {(answer: any, me: string) => number} count
 */

/** @type {Wait[]} */
export const waits = [
  { name: "approvals", needs: "coins approvals", href: "/console/approvals", icon: "check", isWork: true,
    path: "/v1/coins/approvals", isFollowed: true,
    count: ({ approvals }, me) =>
      approvals.filter((/** @type {any} */ one) => tabOf(one, "waiting", me)).length },
  { name: "receipts", needs: "receipt review list", href: "/console/receipts", icon: "receipt", isWork: true,
    path: "/v1/receipts/reviews", isFollowed: true, count: ({ open }) => open },
  { name: "disputes", needs: "dispute list", href: "/console/commands/dispute/list", icon: "note", isWork: true,
    path: "/v1/disputes", query: { state: "open", limit: 200 }, count: ({ disputes }) => disputes.length },
  { name: "send", needs: "redemption list", href: "/console/redemptions", icon: "box", isWork: true,
    path: "/v1/redemptions", query: { state: "held", limit: 200 }, count: ({ redemptions }) => redemptions.length },
  { name: "webhooks", needs: "webhook list", href: "/console/webhooks", icon: "bell", isWork: true,
    path: "/v1/webhooks", count: ({ webhooks }) => webhooks.filter(needsCare).length },
  { name: "doctor", needs: "doctor", href: "/console/doctor", icon: "pulse", isWork: true, path: "/v1/doctor",
    count: ({ findings }) => ailing(findings).length },
  { name: "campaigns", needs: "campaign list", href: "/console/campaigns", icon: "flag", path: "/v1/campaigns",
    query: { state: "running", limit: 200 }, count: ({ campaigns }) => campaigns.length },
]
