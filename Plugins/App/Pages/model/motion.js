/** The phone's motion: asked for where browsers ask, switched off where the user has said so. */

import { keep, kept } from "../../ground/store.js"
import { Shaking } from "./shaking.js"

/** A browser that asks before a page may know of motion, and only after a tap (iOS since 13). */
const asks = () =>
  /** @type {any} */ (globalThis.DeviceMotionEvent)?.requestPermission !== undefined

/** @type {(() => void) | undefined} */
let off

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
    if (is) void this.start()
    else this.stop()
  },

  /** Whether a tap has to ask first. */
  get needsTap() {
    return this.isThere && this.isOn && asks() && !off
  },

  /**
   * Begins to listen; after a tap where the browser asks.
   * @returns {Promise<"on" | "off" | "denied" | "none">}
   */
  async start() {
    if (!this.isThere) return "none"
    if (!this.isOn) return "off"
    if (off) return "on"
    if (asks()) {
      const answer = await /** @type {any} */ (DeviceMotionEvent).requestPermission().catch(() => "denied")
      if (answer !== "granted") return "denied"
    }
    const shaking = new Shaking()
    const hear = (/** @type {DeviceMotionEvent} */ event) => {
      const given = event.acceleration?.x === null ? event.accelerationIncludingGravity : event.acceleration
      if (!given) return
      const did = shaking.feel(given.x ?? 0, given.y ?? 0, given.z ?? 0, event.timeStamp)
      if (did.force > 0) felt.dispatchEvent(new CustomEvent("force", { detail: did.force }))
      if (did.isShake) felt.dispatchEvent(new Event("shake"))
    }
    addEventListener("devicemotion", hear)
    off = () => removeEventListener("devicemotion", hear)
    return "on"
  },

  stop() {
    off?.()
    off = undefined
  },
}

/** `force` while the phone is shaken, a part of one for each moment; `shake` once it has been. */
export const felt = new EventTarget()
