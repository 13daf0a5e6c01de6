import { queue } from "../model/queue.js"
import { pocket } from "../model/pocket.js"
import { unread } from "../model/notices.js"
import { context } from "../model/context.js"
import { address, path as at } from "../../ground/api.js"
import { Coordinator } from "./coordinator.js"

/** The cards of here and now. */
export class Home extends Coordinator {
  /**
   * @override
   * @param {string[]} path
   * @param {import("./coordinator.js").Place} place
   * @returns {import("./coordinator.js").Scene | undefined}
   */
  scene(path, { url }) {
    if (path.length > 0 && !(path[0] === "cards" && path.length === 2)) return undefined
    return {
      view: "home", isTable: true, tab: "home", by: this, back: "",
      data: { queue, unread, first: path[1], page: Number(url.searchParams.get("page") ?? 1) },
      follows: { cards: address(at("cards", "here"), context.current) },
      keeps: ({ cards }) => pocket.put("cards", cards),
      otherwise: () => pocket.get("cards").then((cards) => cards && { cards }),
    }
  }

  /** @override */
  hears = {
    notices: () => this.navigator.push("/me/notices"),
    waits: () => this.navigator.push("/shake/waits"),
    card: (/** @type {{ link: string }} */ action) => this.parent?.hear("link", action.link),
    page: (/** @type {number} */ page) =>
      history.replaceState(history.state, "", page > 1 ? `?page=${page}` : location.pathname),
  }
}
