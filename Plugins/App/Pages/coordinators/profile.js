import { ApiProblem, api, path as at, request } from "../../ground/api.js"
import { install } from "../model/install.js"
import { motion } from "../model/motion.js"
import { session } from "../model/session.js"
import { Coordinator } from "./coordinator.js"

/** Who one is: signing in, what is known, devices, tier, friends, and leaving. */
export class Profile extends Coordinator {
  /** What a code was asked for: shown beside the field, and kept in memory alone. @type {any} */
  #asked

  /**
   * @override
   * @param {string[]} path
   * @param {import("./coordinator.js").Place} place
   * @returns {import("./coordinator.js").Scene | undefined | Promise<import("./coordinator.js").Scene | undefined>}
   */
  scene(path, { url }) {
    const places = /** @type {Record<string, () => any>} */ ({
      me: () => ({
        view: "me", tab: "me", data: { user: session.current, motion, install },
        load: async () => ({ user: await session.load() }),
      }),
      "me/sign-in": () => ({
        view: "sign-in", back: "/me", data: { isNew: !session.current },
        load: async () => ({ providers: await providers() }),
      }),
      "me/sign-in/code": () => this.#asked
        ? { view: "enter-code", back: "/me/sign-in", data: this.#asked }
        : void this.navigator.push("/me/sign-in", { replaces: true }),
      "me/profile": () => ({
        view: "profile", back: "/me", load: async () => ({ user: await session.load() }),
      }),
      "me/devices": () => ({
        view: "devices", back: "/me", load: () => api.get(at("sessions")),
      }),
      "me/disputes": () => ({
        view: "disputes", back: "/me", load: () => api.get(at("disputes")),
      }),
      "me/erase": () => ({
        view: "erase", back: "/me/profile",
        load: async () => {
          const [wallet, { redemptions }] = await Promise.all([api.get(at("wallets", "me")), api.get(at("redemptions"))])
          return { wallet, redemptions }
        },
      }),
      tier: () => ({
        view: "tier", back: "/me",
        load: async () => {
          const [tier, badges, tiers] = await Promise.all([
            api.get(`${at("tiers", "me")}/of`), api.get(`${at("badges", "me")}/of`).catch(() => ({ badges: [] })),
            api.get(at("tiers")).catch(() => ({ tiers: [] })),
          ])
          return { tier, badges: badges.badges, tiers: tiers.tiers }
        },
      }),
      invite: () => ({
        view: "invite", back: "/me",
        load: async () => {
          const [{ code }, of, programmes] = await Promise.all([
            api.post(`${at("referrals", "me")}/code`, { body: {} }), api.get(`${at("referrals", "me")}/of`),
            api.get(at("referrals")).catch(() => ({ programmes: [] })),
          ])
          return { code, given: path[1], claims: of.claims, programmes: programmes.programmes ?? programmes.referrals ?? [] }
        },
      }),
      "signed-in": () => this.#finish(url.searchParams),
    })
    // A friend's code may stand behind it, as links have it.
    const scene = places[path[0] === "invite" ? "invite" : path.join("/")]?.()
    return scene && (scene instanceof Promise ? scene : { by: this, ...scene })
  }

  /** Comes back from a provider. @param {URLSearchParams} query */
  async #finish(query) {
    const [code, state, iss, error] = ["code", "state", "iss", "error"].map((name) => query.get(name) ?? undefined)
    // What it has sent back is of use once.
    history.replaceState(history.state, "", "/app/signed-in")
    try {
      if (error || !code) throw new ApiProblem(401, { code: "oidc.refused", detail: "" })
      await session.prove(`${at("auth", "oidc")}/finish`, { code, state, iss })
      await this.navigator.push("/me", { replaces: true })
      return undefined
    } catch (problem) {
      return { view: "sign-in", back: "/me", by: this,
        data: { isNew: !session.current, providers: await providers(), problem } }
    }
  }

  /** Shows who one is now. */
  async #signedIn() {
    this.#asked = undefined
    await this.navigator.push("/me", { replaces: true })
  }

  /** @override */
  hears = {
    install: async () => {
      if (install.way === "ask") return install.ask()
      const { openInstall } = await import("../views/rest.js")
      return this.navigator.present(openInstall())
    },
    go: (/** @type {string} */ path) => this.navigator.push(path),
    present: (/** @type {any} */ dialog) => this.navigator.present(dialog),
    /** Sends a code: without the session, since the code may be of somebody who was here before. */
    "ask-code": async (/** @type {{ phone?: string, email?: string }} */ to) => {
      const answer = await api.post(`${at("auth", "otps")}/request`, { body: to, isApart: true })
      this.#asked = { ...answer, given: to, at: Date.now() }
      await this.navigator.push("/me/sign-in/code")
    },
    "ask-again": async () => {
      const answer = await api.post(`${at("auth", "otps")}/request`, { body: this.#asked.given, isApart: true })
      this.#asked = { ...answer, given: this.#asked.given, at: Date.now() }
      return this.#asked
    },
    code: async (/** @type {{ request: string, code: string }} */ { request: id, code }) => {
      await session.prove(`${at("auth", "otps", id)}/sign-in`, { code })
      await this.#signedIn()
    },
    provider: async (/** @type {string} */ provider) => {
      const { address } = await api.post(`${at("auth", "oidc")}/begin`, { body: { provider }, isSigningIn: true })
      location.assign(address)
    },
    set: async (/** @type {Record<string, any>} */ fields) => {
      await request("PATCH", at("users", "me"), { body: fields })
      // Who has all that the next mode asks for has it from now on.
      const user = await session.load()
      if (user && user.mode !== "pro" && user.missing.length === 0) {
        await api.post(`${at("users", "me")}/upgrade`, { body: {} }).catch(() => undefined)
        return session.load()
      }
      return user
    },
    export: () => api.get(`${at("users", "me")}/export`),
    "end-session": (/** @type {string} */ id) => api.post(`${at("sessions")}/end`, { body: { session: id } }),
    "sign-out": async () => {
      await session.signOut()
      await this.parent?.hear("ended")
    },
    erase: async () => {
      await api.post(`${at("users")}/erase`, { body: { confirm: "me" }, isSigningIn: true })
      await session.forget()
      await this.parent?.hear("ended")
    },
    claim: (/** @type {string} */ code) => api.post(`${at("referrals", "me")}/claim`, { body: { code } }),
  }
}

/** @returns {Promise<string[]>} names of the providers by which one may sign in */
const providers = () =>
  api.get(`${at("auth", "providers")}`, { isSigningIn: true })
    .then(({ providers: all }) => all.map((/** @type {any} */ one) => one.provider), () => [])
