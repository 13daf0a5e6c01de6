import { session } from "../model/session.js"
import { Coordinator } from "./coordinator.js"

/** Three cards, once: then one begins on trial by a tap, or signs in. */
export class Welcome extends Coordinator {
  /**
   * Returns the welcome, which covers every place until this browser has a session.
   * @param {string[]} _path
   * @param {import("./coordinator.js").Place} _place
   * @returns {import("./coordinator.js").Scene}
   */
  before(_path, _place) {
    return { view: "welcome", data: {}, isTable: true, by: this }
  }

  /** @override */
  hears = {
    start: async () => {
      await session.start()
      await this.parent?.hear("begun")
    },
  }
}
