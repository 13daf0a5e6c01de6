/** What decides, in place of views: a coordinator shows views of its own or leaves a place to its children. */

/** @typedef {typeof import("../parts/screen.js").Screen & { tag: string }} ViewClass with the name of its element */
/**
 * What is shown at a place.
 * @typedef {object} Scene
 * @property {string} [view] its name: that of its file in `views`
 * @property {string} [leadsTo] another place, below /app, that is shown in place of it
 * @property {any} [data] what the view shows, where it is there already
 * @property {() => any} [load] asks for it otherwise
 * @property {Record<string, string>} [follows] addresses whose answers the view shows by these names, as they change
 * @property {(values: any) => unknown} [keeps] keeps what is shown for times without a network
 * @property {() => Promise<any>} [otherwise] what was kept of it, for times without a network
 * @property {boolean} [isTable] lies on the table, where one plays
 * @property {"home" | "rewards" | "shake" | "wallet" | "me"} [tab] the section that it belongs to
 * @property {string} [back] where its arrow leads if nothing lies before it
 * @property {import("./coordinator.js").Coordinator} [by] who hears what its view reports
 */

/** @typedef {import("../../ground/router.js").Place & { isBack?: boolean }} Place `isBack`: the user went back to it */

/**
 * @abstract
 */
export class Coordinator {
  /** What it does about what views report, by the names of reports. @type {Record<string, (detail: any) => unknown>} */
  hears = {}

  /**
   * @param {Coordinator | undefined} parent who hears what this one has no answer to
   * @param {import("../navigator.js").Navigator} navigator
   */
  constructor(parent, navigator) {
    this.parent = parent
    this.navigator = navigator
  }

  /**
   * What is shown at a place; undefined where the place isn't its own, and null where what is shown stays.
   * @param {string[]} _path parts of the address below /app
   * @param {Place} _place
   * @returns {Scene | null | undefined | Promise<Scene | null | undefined>}
   */
  scene(_path, _place) {
    return undefined
  }

  /**
   * Hears what a view, or a child, reports.
   * @param {string} name
   * @param {any} [detail]
   * @returns {unknown}
   */
  hear(name, detail) {
    const answer = this.hears[name]
    if (answer) return answer(detail)
    if (this.parent) return this.parent.hear(name, detail)
    throw new TypeError(`app: no coordinator hears '${name}'`)
  }
}
