import { h } from "../../ground/h.js"
import { toast } from "../../ground/parts/toast.js"
import { Coordinator } from "../coordinators/coordinator.js"
import { Screen } from "../parts/screen.js"
import { first } from "../views/first.js"
import { samples } from "./samples.js"

/** The list of all views. */
class Index extends Screen {
  static tag = "app-gallery"
  /** @override */
  title = "Gallery"
  /** @override */
  draw() {
    return h("ul", { class: "rows" }, Object.keys(samples).map((name) =>
      h("li", null, h("a", { href: `/app/gallery/${encodeURIComponent(name)}` }, name))))
  }
}

first.gallery = Index

/** Shows each view alone, with sample data, and what it reports. */
export class Gallery extends Coordinator {
  /**
   * @override
   * @param {string[]} path
   * @returns {import("../coordinators/coordinator.js").Scene | undefined}
   */
  scene([, name]) {
    if (name === undefined) return { view: "gallery", data: {}, by: this }
    if (!samples[name]) return undefined
    const [view, data, isTable] = samples[name]
    return { view, data, isTable, by: this, back: "/gallery" }
  }

  /** @override @param {string} name @param {any} detail */
  hear(name, detail) {
    if (name === "back") return this.navigator.end()
    if (name === "present") return detail.closed
    if (name === "observe") return undefined
    toast(`reports ${name}`)
    return undefined
  }
}
