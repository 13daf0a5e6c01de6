import { ApiProblem, api, path as at, request } from "../../ground/api.js"
import { keep, kept } from "../../ground/store.js"
import { install } from "../model/install.js"
import { motion } from "../model/motion.js"
import { COOKIE, session } from "../model/session.js"
import { unread } from "../model/notices.js"
import { isKnown } from "../parts/lacking.js"
import { inWallet } from "../parts/movement.js"
import { Coordinator } from "./coordinator.js"

/** Who one is: signing in, what is known, devices, tier, friends, and leaving. */
export class Profile extends Coordinator {
  /** What a code was asked for: shown beside the field, and kept in memory alone. @type {any} */
  #asked
  /** The code by which one who is known has agreed to a change. @type {string | undefined} */
  #consent
  #isDone = false

  /**
   * @override
   * @param {string[]} path
   * @param {import("./coordinator.js").Place} place
   * @returns {ReturnType<Coordinator["scene"]>}
   */
  scene(path, { url, isBack }) {
    const places = /** @type {Record<string, () => any>} */ ({
      me: () => ({
        view: "me", tab: "me", data: { user: session.current, motion, install },
        load: async () => ({ user: await session.load(), unread: await unread() }),
      }),
      "me/notices": () => ({
        view: "notices", back: "/me",
        load: async () => {
          const { notices } = await api.get(at("notices"))
          // What is shown is read. Without a network it stays new.
          const shown = notices.filter((/** @type {any} */ one) => !one.read).map((/** @type {any} */ one) => one.notice)
          if (shown.length > 0) {
            await api.post(at("notices", "read"), { body: { notice: shown } }).catch(() => undefined)
          }
          return { notices }
        },
      }),
      "me/notices/choices": () => ({
        view: "notice-choices", back: "/me/notices",
        load: async () => {
          const [told, user] = await Promise.all([api.get(`${at("notices")}/choices`), session.load()])
          return { told, user }
        },
      }),
      "me/sign-in": () => {
        // The way back from what one has signed in for leads past the form.
        if (isBack && this.#isDone) {
          void this.navigator.end("/me")
          return null
        }
        this.#isDone = false
        return {
          view: "sign-in", back: "/me", data: { isNew: !session.current },
          load: async () => ({ providers: await providers() }),
        }
      },
      "me/sign-in/code": () => this.#asked
        ? { view: "enter-code", back: "/me/sign-in", data: this.#asked }
        : { leadsTo: "/me/sign-in" },
      "me/profile": () => ({
        view: "profile", back: "/me", load: async () => ({ user: await session.load() }),
      }),
      "me/devices": () => ({
        view: "devices", back: "/me", load: () => api.get(at("sessions")),
      }),
      "me/disputes": () => ({
        view: "disputes", back: "/me",
        load: async () => {
          const { disputes } = await api.get(at("disputes"))
          return { disputes: await Promise.all(disputes.map(withTransfer)) }
        },
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
          // The user's own claim of a friend's code is among them.
          const claims = of.claims.filter((/** @type {any} */ one) => one.referrer)
          return { code, given: path[1], claims, programmes: programmes.programmes }
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
      return { leadsTo: await this.#signedIn() }
    } catch (problem) {
      // Nothing has ended by it.
      if (isKnown(session.current)) return { leadsTo: "/me" }
      return { view: "sign-in", back: "/me", by: this,
        data: { isNew: !session.current, providers: await providers(), problem } }
    }
  }

  /**
   * Sends a code. A known user adds the address to the account, and confirms first with an address proved before.
   * For a new user the request carries no session, since the address may belong to the phone's former user.
   * @param {{ phone?: string, email?: string }} given
   */
  async #ask(given) {
    const user = session.current
    const isOwn = isKnown(user)
    const channel = isOwn && !this.#consent && ["phone", "email"].find((one) => user?.profile.proved?.includes(one))
    const body = channel ? { consent: channel } : given
    const answer = await api.post(`${at("auth", "otps")}/request`, { body, isApart: !isOwn })
    this.#asked = { ...answer, given, isOwn, agrees: Boolean(channel), at: Date.now() }
    return this.#asked
  }

  /** Adds what a code has proved. @param {string} id @param {string} code @returns {Promise<boolean>} whether all is done */
  async #add(id, code) {
    const consent = this.#consent && [this.#consent]
    await api.post(`${at("auth", "otps", id)}/verify`, { body: { code, consent } })
    this.#consent = this.#asked.agrees ? id : undefined
    if (this.#asked.agrees) await this.#ask(this.#asked.given)
    else await session.load()
    return !this.#consent
  }

  /**
   * Raises the user to each next mode for which no field is missing.
   * @param {import("../model/session.js").User | undefined} user
   */
  async #raised(user) {
    for (let mode; user && user.mode !== mode && user.mode !== "pro" && user.missing.length === 0;) {
      mode = user.mode
      await api.post(`${at("users", "me")}/upgrade`, { body: {} }).catch(() => undefined)
      user = await session.load()
    }
    return user
  }

  /** @returns the place to which one came by a link, or that which shows who one is now */
  async #signedIn() {
    this.#asked = undefined
    this.#isDone = true
    await this.#raised(session.current)
    const wanted = kept("wanted", "/me")
    keep("wanted", null)
    return wanted
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
    "ask-code": async (/** @type {{ phone?: string, email?: string }} */ to) => {
      this.#consent = undefined
      await this.#ask(to)
      await this.navigator.push("/me/sign-in/code")
    },
    "ask-again": () => this.#ask(this.#asked.given),
    code: async (/** @type {{ request: string, code: string }} */ { request: id, code }) => {
      if (this.#asked?.isOwn) {
        if (!await this.#add(id, code)) return this.navigator.again()
      } else await session.prove(`${at("auth", "otps", id)}/sign-in`, { code })
      return this.navigator.push(await this.#signedIn(), { replaces: true })
    },
    provider: async (/** @type {string} */ provider) => {
      const { address } = await api.post(`${at("auth", "oidc")}/begin`, {
        body: { provider }, isSigningIn: true, headers: COOKIE,
      })
      location.assign(address)
    },
    set: async (/** @type {Record<string, any>} */ fields) => {
      await request("PATCH", at("users", "me"), { body: fields })
      return this.#raised(await session.load())
    },
    choose: (/** @type {{ kind: string, by: string }} */ { kind, by }) =>
      api.post(at("notices", "choices", kind), { body: { by } }),
    quiet: (/** @type {string} */ hours) => api.post(at("notices", "quiet"), { body: { hours } }),
    export: () => api.get(`${at("users", "me")}/export`),
    "end-session": async (/** @type {string} */ id) => {
      await api.post(`${at("sessions")}/end`, { body: { session: id } })
      // A phone that is ended may go on making codes for tills by the key that it has.
      await api.post(`${at("members", "me")}/renew`, { body: {} })
    },
    "sign-out": async () => {
      await session.signOut()
      await this.parent?.hear("ended")
    },
    erase: async () => {
      await api.post(`${at("users")}/erase`, { body: { confirm: "me" }, isSigningIn: true })
      // The session is gone; its cookie goes now.
      await session.signOut()
      await this.parent?.hear("ended")
    },
    claim: (/** @type {string} */ code) => api.post(`${at("referrals", "me")}/claim`, { body: { code } }),
  }
}

/** A dispute with the movement that it is about. @param {any} dispute */
const withTransfer = async (dispute) => (dispute.kind !== "transfer" ? dispute : {
  ...dispute,
  transfer: await api.get(at("transfers", dispute.subject)).then((one) => inWallet(one, session.current), () => undefined),
})

/** @returns {Promise<string[]>} names of the providers by which one may sign in */
const providers = async () => {
  // Who is known adds a number or an address. An account elsewhere would be another user.
  if (isKnown(session.current)) return []
  return api.get(at("auth", "providers"), { isSigningIn: true })
    .then(({ providers: all }) => all.map((/** @type {any} */ one) => one.provider), () => [])
}
