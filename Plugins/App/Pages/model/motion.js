/** The phone's motion: asked for where browsers ask, switched off where the user has said so. */

import { keep, kept } from "../../ground/store.js"
import { Shaking } from "./shaking.js"

/** A browser that asks before a page may know of motion, and only after a tap (iOS since 13). */
const asks = () =>
  /** @type {any} */ (globalThis.DeviceMotionEvent)?.requestPermission !== undefined

/** @type {(() => void) | undefined} */
let off
let isTelling = false

export const motion = {
  /** Whether this browser tells of motion at all. */
  get isThere() {
    return "DeviceMotionEvent" in globalThis && isSecureContext
  },

  /** Whether the user lets shaking count. */
  get isOn() {
    return kept("motion", true)
  },

  set isOn(is) {
    keep("motion", is)
    if (is) void this.ask()
    else this.stop()
  },

  /** Whether a tap has to ask first: the browser asks, and has told nothing yet. */
  get needsTap() {
    return this.isThere && this.isOn && asks() && !isTelling
  },

  /** Asks where the browser wants it, after a tap. */
  async ask() {
    if (asks()) await /** @type {any} */ (DeviceMotionEvent).requestPermission().catch(() => "denied")
    this.start()
  },

  /** Begins to listen, where the user hasn't switched it off. */
  start() {
    if (!this.isThere || !this.isOn || off) return
    const shaking = new Shaking()
    const hear = (/** @type {DeviceMotionEvent} */ event) => {
      if (!isTelling) felt.dispatchEvent(new Event("told"))
      isTelling = true
      const given = event.acceleration?.x === null ? event.accelerationIncludingGravity : event.acceleration
      if (!given) return
      const did = shaking.feel(given.x ?? 0, given.y ?? 0, given.z ?? 0, event.timeStamp)
      if (did.force > 0) felt.dispatchEvent(new CustomEvent("force", { detail: did.force }))
      if (did.isShake) felt.dispatchEvent(new Event("shake"))
    }
    addEventListener("devicemotion", hear)
    off = () => removeEventListener("devicemotion", hear)
  },

  stop() {
    off?.()
    off = undefined
  },
}

/**
 * `told` once the browser tells of motion; `force` while the phone is shaken, a part of one for each moment; `shake` once
 * it has been.
 */
export const felt = new EventTarget()
