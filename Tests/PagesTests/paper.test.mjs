import assert from "node:assert/strict"
import { test } from "node:test"

import { findCorners, grey, isConvex, quality, straighten } from "../../Plugins/App/Pages/senses/paper.js"

const WIDTH = 900, HEIGHT = 1200
/** Of the drawn paper, in pixels. */
const PAPER = { width: 480, height: 960 }
const TILTED = [[0.2, 0.1], [0.74, 0.06], [0.8, 0.92], [0.16, 0.88]]
const WHOLE = [[0, 0], [1, 0], [1, 1], [0, 1]]

/** A generator of its own (mulberry32). @param {number} seed */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let one = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    one = (one + Math.imul(one ^ (one >>> 7), 61 | one)) ^ one
    return ((one ^ (one >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A receipt's grey: lines of strokes, as letters have, between white margins. */
function receipt(random) {
  const { width, height } = PAPER
  const strokes = Array.from({ length: 40 * 60 }, () => random() < 0.5)
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const x = at % width, y = Math.floor(at / width), line = Math.floor(y / 24)
    const isPrint = x > 40 && x < width - 40 && y > 40 && y < height - 40 && y % 24 < 14
    return isPrint && strokes[(line * 60 + Math.floor(x / 8)) % strokes.length] && x % 8 < 4 ? 40 : 230
  })
}

/** The projective map of four points to four others, by eight linear equations. */
function mapped(from, to) {
  const rows = to.flatMap(([u, v], at) => {
    const [x, y] = from[at]
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
  })
  for (let at = 0; at < 8; at++) {
    const best = rows.slice(at).reduce((most, row, one) => (Math.abs(row[at]) > Math.abs(rows[most][at]) ? one + at : most), at)
    const row = rows[best]
    rows[best] = rows[at]
    rows[at] = row.map((value) => value / row[at])
    rows.forEach((other, one) => {
      if (one !== at) rows[one] = other.map((value, column) => value - other[at] * rows[at][column])
    })
  }
  const [a, b, c, d, e, f, g, h] = rows.map((row) => row[8])
  return (x, y) => [(a * x + b * y + c) / (g * x + h * y + 1), (d * x + e * y + f) / (g * x + h * y + 1)]
}

/** A photo of a receipt, in grey. `corners` may lie outside of it. */
function photo({ corners = TILTED, noise = 4, shade = 0, light = 1, ground = 60, width = WIDTH, height = HEIGHT } = {}) {
  const random = seeded(29), paper = receipt(random), place = mapped(corners, WHOLE)
  return Uint8Array.from({ length: width * height }, (_, at) => {
    let sum = 0
    for (const [left, down] of [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]) {
      const [u, v] = place((at % width + left) / width, (Math.floor(at / width) + down) / height)
      sum += u < 0 || v < 0 || u >= 1 || v >= 1 ? ground
        : paper[Math.floor(v * PAPER.height) * PAPER.width + Math.floor(u * PAPER.width)]
    }
    const lit = sum / 4 * light * (1 - shade * (at % width / width))
    return Math.max(0, Math.min(255, lit + (random() - 0.5) * 2 * noise))
  })
}

/** A Gaussian, along both axes. */
function blurred(bytes, sigma, width = WIDTH, height = HEIGHT) {
  const reach = Math.ceil(3 * sigma)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)))
  const sum = weights.reduce((all, weight) => all + weight)
  for (const [step, across] of [[1, width], [width, height]]) {
    bytes = Uint8Array.from(bytes, (_, at) => {
      const place = Math.floor(at / step) % across
      return weights.reduce((all, weight, one) =>
        all + weight * bytes[at + (Math.max(0, Math.min(across - 1, place + one - reach)) - place) * step], 0) / sum
    })
  }
  return bytes
}

const coloured = (bytes) => Uint8ClampedArray.from({ length: bytes.length * 4 }, (_, at) => (at % 4 === 3 ? 255 : bytes[at >> 2]))

/** The furthest that a corner lies from where it should, as a part of the shorter side. */
function away(found, corners, width = WIDTH, height = HEIGHT) {
  const side = Math.min(...corners.map(([x, y], at) =>
    Math.hypot((corners[(at + 1) % 4][0] - x) * width, (corners[(at + 1) % 4][1] - y) * height)))
  return Math.max(...corners.map(([x, y], at) => Math.hypot((found[at][0] - x) * width, (found[at][1] - y) * height))) / side
}

const PLACES = {
  upright: { corners: [[0.25, 0.1], [0.75, 0.1], [0.75, 0.9], [0.25, 0.9]] }, tilted: {}, noisy: { noise: 25 },
  shaded: { shade: 0.4 }, "on light ground": { ground: 150 },
  turned: { corners: [[0.4, 0.08], [0.82, 0.2], [0.6, 0.92], [0.18, 0.8]] },
  small: { corners: [[0.3, 0.3], [0.6, 0.28], [0.62, 0.72], [0.31, 0.7]] },
}

for (const [name, options] of Object.entries(PLACES)) {
  test(`the corners of a paper are found: ${name}`, () => {
    const corners = options.corners ?? TILTED, found = findCorners(photo(options), WIDTH, HEIGHT)
    assert.ok(found)
    assert.ok(away(found, corners) < 0.02, `${away(found, corners)}`)
  })
}

test("a larger picture has the same corners", () => {
  const found = findCorners(photo({ width: 1350, height: 1800 }), 1350, 1800)
  assert.ok(found && away(found, TILTED, 1350, 1800) < 0.02)
})

test("no corners are sure on ground as light as the paper, in noise, on one grey, and in the smallest pictures", () => {
  assert.equal(findCorners(photo({ ground: 228 }), WIDTH, HEIGHT), undefined)
  const random = seeded(5)
  assert.equal(findCorners(Uint8Array.from({ length: WIDTH * HEIGHT }, () => random() * 256), WIDTH, HEIGHT), undefined)
  for (const [width, height] of [[WIDTH, HEIGHT], [1, 1], [1, 900], [900, 1]]) {
    assert.equal(findCorners(new Uint8Array(width * height).fill(200), width, height), undefined)
  }
})

test("light things that are soft, notched or far from a rectangle are not taken for paper", () => {
  const fall = (part, half) => 1 / (1 + Math.exp((Math.abs(part - 0.5) - half) * 20))
  const glow = (x, y) => 60 + 170 * fall(x / WIDTH, 0.25) * fall(y / HEIGHT, 0.35)
  const soft = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => glow(at % WIDTH, Math.floor(at / WIDTH)))
  assert.equal(findCorners(soft, WIDTH, HEIGHT), undefined)
  const notched = photo().map((value, at) => (at % WIDTH > WIDTH / 2 && at > WIDTH * HEIGHT / 2 ? 60 : value))
  assert.equal(findCorners(notched, WIDTH, HEIGHT), undefined)
  const slanted = [[0.4, 0.1], [0.9, 0.1], [0.6, 0.9], [0.1, 0.9]]
  assert.equal(findCorners(photo({ corners: slanted, width: WIDTH * 2, height: HEIGHT }), WIDTH * 2, HEIGHT), undefined)
})

test("the edge of a shadow is no side of the paper", () => {
  const corners = PLACES.upright.corners, lit = photo({ corners })
  for (const from of [0.35, 0.5, 0.65]) {
    const shadowed = lit.map((value, at) => (at / WIDTH / HEIGHT > from ? value * 0.5 : value))
    const found = findCorners(shadowed, WIDTH, HEIGHT)
    assert.ok(!found || away(found, corners) < 0.02)
  }
})

const FINE = { isDark: false, isBlurred: false, isCut: false, isSmall: false }

test("each fault is seen, and no other", () => {
  for (const options of Object.values(PLACES)) {
    const isSmall = options === PLACES.small
    assert.deepEqual(quality(photo(options), WIDTH, HEIGHT, options.corners ?? TILTED), { ...FINE, isSmall })
  }
  assert.deepEqual(quality(photo({ light: 0.2, noise: 1 }), WIDTH, HEIGHT, TILTED), { ...FINE, isDark: true })
  for (const sigma of [2.5, 6]) {
    assert.deepEqual(quality(blurred(photo(), sigma), WIDTH, HEIGHT, TILTED), { ...FINE, isBlurred: true })
  }
  const low = TILTED.map(([x, y]) => [x, y * 1.25]), cut = findCorners(photo({ corners: low }), WIDTH, HEIGHT)
  assert.ok(cut)
  assert.deepEqual(quality(photo({ corners: low }), WIDTH, HEIGHT, cut), { ...FINE, isCut: true })
  // A paper that fills the picture, with its margins, is whole.
  assert.deepEqual(quality(photo({ corners: WHOLE }), WIDTH, HEIGHT, WHOLE), FINE)
})

test("straightening undoes the tilt", () => {
  const paper = receipt(seeded(29)), { width, height } = PAPER
  const seen = straighten(coloured(photo({ noise: 0, width: 1800, height: 2400 })), 1800, 2400, TILTED, height * 2)
  const back = straighten(seen.data, seen.width, seen.height, WHOLE, height)
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = Math.floor((y + 0.5) / height * back.height) * back.width + Math.floor((x + 0.5) / width * back.width)
      sum += Math.abs(back.data[place * 4] - paper[y * width + x])
    }
  }
  assert.ok(sum / width / height < 12, `${sum / width / height}`)
})

test("any four corners of a gradient give what the map says", () => {
  const random = seeded(31), width = 120, height = 90
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) rgba.set([at % width * 2, Math.floor(at / width) * 2, 0, 255], at * 4)
  for (let turn = 0; turn < 200; turn++) {
    const near = () => random() * 0.35
    const corners = [[near(), near()], [1 - near(), near()], [1 - near(), 1 - near()], [near(), 1 - near()]]
    if (!isConvex(corners)) continue
    const seen = straighten(rgba, width, height, corners, 1000), place = mapped(WHOLE, corners)
    for (let y = 0; y < seen.height; y++) {
      for (let x = 0; x < seen.width; x++) {
        const [left, top] = place((x + 0.5) / seen.width, (y + 0.5) / seen.height)
        // A pixel's own grey is that of its middle, and nothing lies beyond the last one.
        const red = Math.max(0, Math.min(width - 1, left * width - 0.5)) * 2
        const green = Math.max(0, Math.min(height - 1, top * height - 0.5)) * 2
        const at = (y * seen.width + x) * 4
        assert.ok(Math.abs(seen.data[at] - red) < 0.51 && Math.abs(seen.data[at + 1] - green) < 0.51)
      }
    }
  }
})

test("a straightened paper is as long as asked, and never larger than it was", () => {
  const rgba = coloured(new Uint8Array(400 * 800).fill(77))
  for (const [longest, width, height] of [[200, 100, 200], [800, 400, 800], [5000, 400, 800]]) {
    const seen = straighten(rgba, 400, 800, WHOLE, longest)
    assert.deepEqual([seen.width, seen.height], [width, height])
    assert.ok(seen.data.every((value, at) => value === (at % 4 === 3 ? 255 : 77)))
  }
})

test("bow-ties, slivers, turned-over and endless corners can't be straightened", () => {
  const [a, b, c, d] = TILTED
  assert.ok(isConvex([a, b, c, d]))
  assert.ok(isConvex(WHOLE))
  for (const wrong of [[a, c, b, d], [b, a, d, c], [d, c, b, a], [a, b, [0.3, 0.3], d], [a, b, c, [NaN, 0.5]], [a, a, c, d],
    [a, b, [b[0], b[1] + 0.005], [a[0], a[1] + 0.005]]]) assert.ok(!isConvex(wrong), `${wrong}`)
})

test("grey is the luma of BT.601", () => {
  assert.deepEqual([...grey([255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255], 2, 2)], [255, 76, 149, 28])
})
