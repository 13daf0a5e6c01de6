/** The camera at a phone's back: a picture that moves, its light and zoom, and codes of products in it. */

import { read } from "./ean.js"

/** Why there is no picture, by what browsers call it. @type {Record<string, string>} */
const WHY = { NotAllowedError: "denied", NotReadableError: "busy", AbortError: "busy" }

/** `why`: `denied`, `busy`, `none`, or `insecure` where browsers give no camera without HTTPS. */
export class NoCamera extends Error {
  /** @param {string} why */
  constructor(why) {
    super(`camera: ${why}`)
    this.why = why
  }
}

/**
 * Shows what the camera sees until the signal ends it.
 * @param {HTMLVideoElement} video
 * @param {AbortSignal} signal
 * @returns {Promise<{ light?: (isOn: boolean) => Promise<void>, zoom?: { min: number, max: number, step: number,
 *   set: (value: number) => Promise<void> } }>} what this camera can
 * @throws {NoCamera}
 */
export async function openCamera(video, signal) {
  if (!navigator.mediaDevices?.getUserMedia) throw new NoCamera("insecure")
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
  }).catch((error) => {
    throw new NoCamera(WHY[error.name] ?? "none")
  })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) stop()
  signal.addEventListener("abort", stop, { once: true })
  video.srcObject = stream
  // A page that is left meanwhile plays nothing.
  await video.play().catch(() => undefined)
  const [track] = stream.getVideoTracks()
  const can = /** @type {any} */ (track.getCapabilities?.() ?? {})
  const set = (/** @type {any} */ one) => track.applyConstraints({ advanced: [one] })
  return {
    light: can.torch ? (torch) => set({ torch }) : undefined,
    zoom: can.zoom?.max > can.zoom?.min
      ? { min: can.zoom.min, max: can.zoom.max, step: can.zoom.step || 0.1, set: (zoom) => set({ zoom }) } : undefined,
  }
}

/** Milliseconds between two looks. */
const PAUSE = 60
/** Pixels of width in which an own look reads: more finds nothing that these don't, and takes longer. */
const WIDTH = 800
/** Kinds of codes that the browser's own reader looks for. */
const KINDS = ["ean_13", "ean_8", "upc_a", "upc_e", "itf", "code_128", "data_matrix", "qr_code"]

/** The browser's own reader, where it has one that knows products. @returns {Promise<any>} */
async function ownReader() {
  const Reader = /** @type {any} */ (globalThis).BarcodeDetector
  const known = await Reader?.getSupportedFormats().catch(() => []) ?? []
  const formats = KINDS.filter((one) => known.includes(one))
  return formats.includes("ean_13") ? new Reader({ formats }) : undefined
}

/**
 * Waits for a code in the picture.
 * @param {HTMLVideoElement} video
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} undefined once the signal has ended it
 */
export async function findCode(video, signal) {
  const reader = await ownReader()
  const canvas = document.createElement("canvas")
  while (!signal.aborted) {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !document.hidden) {
      const found = reader ? (await reader.detect(video).catch(() => []))[0]?.rawValue : look(video, canvas)
      if (found) return signal.aborted ? undefined : found
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return undefined
}

/** @param {HTMLVideoElement} video @param {HTMLCanvasElement} canvas */
function look(video, canvas) {
  const scale = Math.min(1, WIDTH / video.videoWidth)
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
  if (width < 3 || height < 3) return undefined
  const place = drawn(video, canvas, width, height)
  const { data } = place.getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  // Luma of BT.601, in 256ths.
  for (let at = 0, from = 0; at < grey.length; at++, from += 4) {
    grey[at] = data[from] * 77 + data[from + 1] * 150 + data[from + 2] * 29 >> 8
  }
  return read(grey, width, height)
}

/**
 * @param {HTMLVideoElement} video
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 */
function drawn(video, canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const place = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }))
  place.drawImage(video, 0, 0, width, height)
  return place
}

/** What the camera sees now, as a photo. @param {HTMLVideoElement} video @returns {Promise<Blob | null>} */
export function photo(video) {
  const canvas = document.createElement("canvas")
  drawn(video, canvas, video.videoWidth, video.videoHeight)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9))
}
