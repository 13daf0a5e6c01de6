/** The whole app: welcomes who is new, hands places to its children, and takes shakes that no section takes. */

import { Act, path as at } from "../../ground/api.js"
import { t } from "../../ground/i18n.js"
import { sentence } from "../../ground/parts/state.js"
import { toast } from "../../ground/parts/toast.js"
import { observe } from "../model/broadcast.js"
import { queue } from "../model/queue.js"
import { session } from "../model/session.js"
import { keep } from "../../ground/store.js"
import { BASE } from "../navigator.js"
import { Coordinator } from "./coordinator.js"
import { Home } from "./home.js"
import { Links } from "./links.js"
import { Profile } from "./profile.js"
import { Rewards } from "./rewards.js"
import { Shake } from "./shake.js"
import { Wallet } from "./wallet.js"
import { Welcome } from "./welcome.js"

export class App extends Coordinator {
  /** @param {import("../navigator.js").Navigator} navigator */
  constructor(navigator) {
    super(undefined, navigator)
    this.welcome = new Welcome(this, navigator)
    const [home, rewards, wallet, profile] = [Home, Rewards, Wallet, Profile].map((Child) => new Child(this, navigator))
    this.shake = new Shake(this, navigator)
    const links = new Links(this, navigator)
    /** Whose a place is, by the first part of its address. @type {Record<string, Coordinator>} */
    this.children = {
      "": home, cards: home, shake: this.shake, shakes: this.shake, receipts: this.shake, rewards, vouchers: rewards, wallet,
      code: wallet, me: profile, invite: profile, tier: profile, "signed-in": profile, open: links,
    }
    observe(() => {
      if (!session.current || this.navigator.isHeld) return false
      void this.navigator.push("/shake")
      return true
    })
  }

  /**
   * @override
   * @param {string[]} path
   * @param {import("./coordinator.js").Place} place
   * @returns {Promise<import("./coordinator.js").Scene | null | undefined>}
   */
  async scene(path, place) {
    if (typeof QIX_BUNDLED === "undefined" && path[0] === "gallery") {
      const { Gallery } = await import("../gallery/gallery.js")
      return new Gallery(this, this.navigator).scene(path)
    }
    const child = Object.hasOwn(this.children, path[0] ?? "") ? this.children[path[0] ?? ""] : undefined
    // What a provider sends back, and signing in, are for those who are new, too.
    if (!session.current && !(path[0] === "signed-in" || path[1] === "sign-in" && path[0] === "me")) {
      return this.welcome.before(path, place)
    }
    const scene = await child?.scene(path, place)
    return scene === undefined ? { view: "nowhere", tab: "home" } : scene
  }

  /** @param {string} subject @param {{ isSeen?: boolean }} [options] */
  async #dispute(subject, options) {
    const { openDispute } = await import("../views/rest.js")
    const act = new Act()
    const send = (/** @type {string | undefined} */ note) => act.send("POST", at("disputes"), { body: { subject, note } })
    if (await this.navigator.present(openDispute(send, options)) === "sent") await this.navigator.push("/me/disputes")
  }

  /** @override */
  hears = {
    back: () => this.navigator.end(),
    home: () => this.navigator.push(""),
    tab: (/** @type {string} */ tab) => this.navigator.push(tab === "home" ? "" : `/${tab}`),
    wallet: () => this.navigator.push("/wallet"),
    rewards: () => this.navigator.push("/rewards"),
    link: (/** @type {string} */ link) => this.navigator.push(`/open?link=${encodeURIComponent(link)}`),
    "sign-in": () => {
      // Who came by a link is led there as soon as they have signed in, maybe by way of a provider.
      const place = location.pathname.slice(BASE.length) + location.search
      if (!session.current) keep("wanted", place.length > 1 ? place : null)
      return this.navigator.push("/me/sign-in")
    },
    begun: () => {
      keep("wanted", null)
      return this.navigator.again()
    },
    /** "That wasn't me", about a movement, a voucher or a session; and a code that another person has seen. */
    dispute: (/** @type {string} */ subject) => this.#dispute(subject),
    seen: (/** @type {string} */ subject) => this.#dispute(subject, { isSeen: true }),
    /** What waited has been sent: where it is waited for that shows, elsewhere it is said. */
    sent: (/** @type {{ act: any, answer?: any, error?: any }} */ sent) => {
      if (this.navigator.screen?.localName === "app-waits" && queue.acts.length === 0) return this.shake.sent(sent)
      const { act, answer, error } = sent
      const said = answer?.outcome === "won" ? t("won.label", { count: answer.coins })
        : sentence(error?.detail ?? answer?.message ?? "") || t(error ? "refused.title" : "counted.text")
      toast(`${act.title}: ${said}`)
    },
    // A reload drops everything that the page holds in memory of the former user.
    ended: () => {
      document.body.replaceChildren()
      location.replace("/app/")
    },
  }
}
