/**
 * The views of the console, a line each: its address, what it is called, its place at the side, the command that one must
 * be allowed to run to see it, and where its element lies. The first address that fits is taken.
 *
 *     { path: "/console/approvals", title: "nav.approvals", section: "desk", icon: "check", needs: "coins approvals",
 *       load: () => import("./approvals.js") },
 *
 * @typedef {object} Entry
 * @property {string} path pattern of its address
 * @property {string} title key of its name
 * @property {"desk" | "operate" | "house"} [section] of the side; without it the view isn't there
 * @property {string} [icon]
 * @property {string} [needs] the words of a command
 * @property {() => Promise<{ default: typeof import("../../ground/view.js").View }>} load
 */

/** @type {Entry[]} */
export const views = [
  { path: "/console", title: "nav.home", load: () => import("./home.js") },
  // Desk
  { path: "/console/find", title: "nav.customers", section: "desk", icon: "person", needs: "find",
    load: () => import("./find.js") },
  { path: "/console/users/:id", title: "nav.customer", needs: "user show", load: () => import("./customer.js") },
  { path: "/console/approvals", title: "nav.approvals", section: "desk", icon: "check", needs: "coins approvals",
    load: () => import("./approvals.js") },
  { path: "/console/receipts", title: "nav.receipts", section: "desk", icon: "receipt", needs: "receipt review list",
    load: () => import("./receipts.js") },
  { path: "/console/receipts/:receipt", title: "nav.receipt", needs: "receipt review show",
    load: () => import("./receipt.js") },
  { path: "/console/redemptions", title: "nav.to-send", section: "desk", icon: "box", needs: "redemption list",
    load: () => import("./to-send.js") },
  { path: "/console/webhooks", title: "nav.webhooks", section: "desk", icon: "bell", needs: "webhook list",
    load: () => import("./webhooks.js") },
  // Operate: `new` is the name of nothing.
  { path: "/console/campaigns", title: "nav.campaigns", section: "operate", icon: "chart", needs: "campaign list",
    load: () => import("./campaigns.js") },
  { path: "/console/campaigns/new", title: "cf.nav.new", needs: "campaign create",
    load: () => import("./campaign-form.js") },
  { path: "/console/campaigns/:campaign/rules", title: "cf.nav.rules", needs: "campaign rules",
    load: () => import("./campaign-form/rules.js") },
  { path: "/console/campaigns/:campaign", title: "nav.campaign", needs: "campaign show",
    load: () => import("./campaign.js") },
  { path: "/console/calendar", title: "nav.calendar", section: "operate", icon: "cal", needs: "campaign list",
    load: () => import("./calendar.js") },
  { path: "/console/rewards", title: "nav.rewards", section: "operate", icon: "gift", needs: "reward list",
    load: () => import("./rewards.js") },
  { path: "/console/rewards/new", title: "nav.reward-form", needs: "reward create",
    load: () => import("./reward-form.js") },
  { path: "/console/rewards/:reward", title: "nav.reward", needs: "reward show", load: () => import("./reward.js") },
  { path: "/console/vouchers", title: "nav.vouchers", section: "operate", icon: "ticket", needs: "voucher list",
    load: () => import("./vouchers.js") },
  { path: "/console/vouchers/:what", title: "nav.voucher", needs: "voucher show", load: () => import("./voucher.js") },
  { path: "/console/segments", title: "nav.segments", section: "operate", icon: "users", needs: "segment list",
    load: () => import("./segments.js") },
  { path: "/console/segments/:segment", title: "nav.segment", needs: "segment show",
    load: () => import("./segment.js") },
  { path: "/console/budgets", title: "nav.budgets", section: "operate", icon: "join", needs: "budget list",
    load: () => import("./budgets.js") },
  { path: "/console/budgets/:budget", title: "nav.budget", needs: "budget show", load: () => import("./budget.js") },
  // House
  { path: "/console/report", title: "nav.report", section: "house", icon: "chart", needs: "report",
    load: () => import("./report.js") },
  { path: "/console/audit", title: "nav.audit", section: "house", icon: "list", needs: "audit show",
    load: () => import("./audit.js") },
  { path: "/console/tokens", title: "nav.tokens", section: "house", icon: "key", needs: "token list",
    load: () => import("./tokens.js") },
  { path: "/console/tokens/new", title: "nav.token-new", needs: "token create", load: () => import("./token-new.js") },
  { path: "/console/tokens/:token", title: "nav.token", needs: "token show", load: () => import("./token.js") },
  { path: "/console/settings", title: "nav.settings", section: "house", icon: "gear", needs: "setting list",
    load: () => import("./settings.js") },
  { path: "/console/doctor", title: "nav.doctor", section: "house", icon: "pulse", needs: "doctor",
    load: () => import("./doctor.js") },
  { path: "/console/commands", title: "nav.commands", section: "house", icon: "code",
    load: () => import("./commands.js") },
  { path: "/console/commands/*words", title: "nav.command", load: () => import("./command.js") },
]

// Bundles are made without it.
if (typeof QIX_BUNDLED === "undefined") {
  views.push({ path: "/console/gallery", title: "nav.gallery", load: () => import("../gallery/gallery.js") })
}
