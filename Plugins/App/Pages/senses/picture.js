/** This module reads a picture of paper, turns it, and cuts it along four corners. The cut picture is a new file without EXIF. */

import { h } from "../../ground/h.js"
import { findCorners, grey, quality, straighten } from "./paper.js"

/** @typedef {import("./paper.js").Corners} Corners */

/** Pixels of the longer side: of what is taken in, and of what is sent. */
const [TAKEN, SENT] = [3000, 2000]
/** The whole picture. @type {Corners} */
const WHOLE = [[0, 0], [1, 0], [1, 1], [0, 1]]

/** How far a corner of the paper may lie outside, in parts of the picture. */
const OUTSIDE = 0.04

/** A file that this browser can't show. */
export class NoPicture extends Error {}

/** A picture on the page. @param {Blob} file @param {string} alt @param {(image: HTMLImageElement) => void} [onShown] */
export function shown(file, alt, onShown) {
  const address = URL.createObjectURL(file)
  /** @type {HTMLImageElement} */
  const image = h("img", { src: address, alt, onload: () => {
    URL.revokeObjectURL(address)
    onShown?.(image)
  } })
  return image
}

/** A picture that lies in memory. */
export class Picture {
  /** @type {{ data: Uint8ClampedArray, grey: Uint8Array } | undefined} */
  #pixels
  /** Where the paper was found. @type {Corners | undefined} */
  #found

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas
    this.width = canvas.width
    this.height = canvas.height
  }

  /**
   * What the camera sees now, or a file; files are shown upright, as EXIF says.
   * @param {HTMLVideoElement | Blob} source
   * @throws {NoPicture}
   */
  static async of(source) {
    if (source instanceof HTMLVideoElement) return new Picture(drawn(source, source.videoWidth, source.videoHeight))
    const bitmap = await createImageBitmap(source).catch(() => {
      throw new NoPicture()
    })
    try {
      return new Picture(drawn(bitmap, bitmap.width, bitmap.height))
    } finally {
      bitmap.close()
    }
  }

  /** A quarter further, clockwise. */
  turned() {
    return new Picture(drawn(this.canvas, this.width, this.height, true))
  }

  get #seen() {
    if (!this.#pixels) {
      const { data } = context(this.canvas).getImageData(0, 0, this.width, this.height)
      this.#pixels = { data, grey: grey(data, this.width, this.height) }
    }
    return this.#pixels
  }

  /** Where the paper lies, or the whole picture. */
  find() {
    this.#found = findCorners(this.#seen.grey, this.width, this.height)
    return this.#found ?? WHOLE
  }

  /** Whether the corners leave out some of the paper that was found. @param {Corners} corners */
  leavesOut(corners) {
    return this.#found?.some(([x, y]) => corners.some(([ax, ay], at) => {
      const [bx, by] = corners[(at + 1) % 4]
      return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay) < -OUTSIDE
    })) ?? false
  }

  /** What makes it hard to read: `isDark`, `isBlurred`, `isCut`, `isSmall`. @param {Corners} corners */
  quality(corners) {
    return quality(this.#seen.grey, this.width, this.height, corners)
  }

  /** The paper as seen from above. @param {Corners} corners @returns {Promise<Blob | null>} a JPEG */
  async cut(corners) {
    const { width, height, data } = straighten(this.#seen.data, this.width, this.height, corners, SENT)
    const canvas = Object.assign(document.createElement("canvas"), { width, height })
    context(canvas).putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0)
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88))
  }
}

/** @param {HTMLCanvasElement} canvas */
const context = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }))

/**
 * @param {CanvasImageSource} source
 * @param {number} wide
 * @param {number} high
 * @param {boolean} [isTurned]
 */
function drawn(source, wide, high, isTurned = false) {
  const scale = Math.min(1, TAKEN / Math.max(wide, high))
  const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
  const canvas = document.createElement("canvas")
  Object.assign(canvas, isTurned ? { width: height, height: width } : { width, height })
  const place = context(canvas)
  place.imageSmoothingQuality = "high"
  // What is see-through lies on white paper.
  place.fillStyle = "#fff"
  place.fillRect(0, 0, canvas.width, canvas.height)
  if (isTurned) place.setTransform(0, 1, -1, 0, height, 0)
  place.drawImage(source, 0, 0, width, height)
  return canvas
}
