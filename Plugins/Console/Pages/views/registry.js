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
  { path: "/console/find", title: "nav.customers", section: "desk", icon: "person", needs: "find",
    load: () => import("./find.js") },
  { path: "/console/users/:id", title: "nav.customer", needs: "user show", load: () => import("./customer.js") },
]

// Bundles are made without it.
if (typeof QIX_BUNDLED === "undefined") {
  views.push({ path: "/console/gallery", title: "nav.gallery", load: () => import("../gallery/gallery.js") })
}
