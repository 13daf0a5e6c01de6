import { api } from "../../ground/api.js"
import { context } from "../model/context.js"
import { Coordinator } from "./coordinator.js"

/** Links from outside and from cards (acceptance B8): the server says what one leads to, for this user. */
export class Links extends Coordinator {
  /**
   * @override
   * @param {string[]} path
   * @param {import("./coordinator.js").Place} place
   * @returns {Promise<import("./coordinator.js").Scene | undefined>}
   */
  async scene(path, { url }) {
    const link = url.searchParams.get("link") ?? path.slice(1).join("/")
    if (!link) return { view: "closed", data: {}, tab: "home", by: this }
    const found = await api.get("/v1/links", { query: { link } })
    if (!found.opens || !found.page?.startsWith("/app")) {
      return { view: "closed", data: found, tab: "home", by: this }
    }
    const [session, place] = ["session", "place"].map((name) => found[name] ?? url.searchParams.get(name) ?? undefined)
    // What a shake takes of it, at most.
    context.current = { link: found.link.length <= 500 ? found.link : undefined, session, place }
    return { leadsTo: found.page.slice("/app".length) }
  }
}
