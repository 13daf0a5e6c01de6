import assert from "node:assert/strict"
import { test } from "node:test"

import { decode, read, stripes } from "../../Plugins/App/Pages/senses/ean.js"

const SET_A = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"]
const SETS = ["AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA"]
const WIDTH = 640, HEIGHT = 360

/** A generator of its own (mulberry32). @param {number} seed */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let one = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    one = (one + Math.imul(one ^ (one >>> 7), 61 | one)) ^ one
    return ((one ^ (one >>> 14)) >>> 0) / 2 ** 32
  }
}

const other = (bits) => bits.replaceAll(/./g, (bit) => (bit === "1" ? "0" : "1"))
const backwards = (bits) => [...bits].toReversed().join("")

/** The modules of a code, dark ones as 1. @param {string} code */
function modules(code) {
  const digits = [...code].map(Number), half = code.length === 8 ? 4 : 6
  const [first, own] = half === 4 ? [0, digits] : [digits[0], digits.slice(1)]
  const sides = own.map((digit, place) => {
    if (place >= half) return other(SET_A[digit])
    return half === 6 && SETS[first][place] === "B" ? backwards(other(SET_A[digit])) : SET_A[digit]
  })
  return `101${sides.slice(0, half).join("")}01010${sides.slice(half).join("")}101`
}

/** A picture of a code in its middle. */
function picture(code, random, { module = 3, noise = 4, shade = 0, turn = 0, ink = 0 }) {
  const bits = modules(code), [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const isDark = (x, y) => {
    if (Math.abs(y) > HEIGHT / 4) return false
    const place = x / module + bits.length / 2, at = Math.floor(place)
    return bits[at] === "1" || bits[at - 1] === "1" && place - at < ink || bits[at + 1] === "1" && at + 1 - place < ink
  }
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, place) => {
    const x = place % WIDTH + 0.5 - WIDTH / 2, y = Math.floor(place / WIDTH) + 0.5 - HEIGHT / 2
    const grey = (isDark(x * cosine + y * sine, y * cosine - x * sine) ? 20 : 225) * (1 - shade * (x / WIDTH + 0.5))
    return Math.max(0, Math.min(255, grey + (random() - 0.5) * 2 * noise))
  })
}

/** @param {() => number} random @param {number} length */
function made(random, length) {
  const digits = Array.from({ length: length - 1 }, () => Math.floor(random() * 10))
  const sum = digits.toReversed().reduce((all, digit, place) => all + digit * (place % 2 ? 1 : 3), 0)
  return [...digits, (10 - sum % 10) % 10].join("")
}

const KINDS = {
  clean: {}, noisy: { noise: 40 }, shaded: { shade: 0.6 }, far: { module: 2 }, "very far": { module: 1.5 },
  slanted: { turn: 0.3 }, "upside down": { turn: Math.PI }, turned: { turn: Math.PI / 2, module: 2 }, "with spread ink": { ink: 0.25 },
}

for (const [name, options] of Object.entries(KINDS)) {
  test(`every EAN-13 and EAN-8 is read: ${name}`, () => {
    const random = seeded(13)
    for (let turn = 0; turn < 37; turn++) {
      const code = made(random, turn % 4 === 0 ? 8 : 13)
      assert.equal(read(picture(code, random, options), WIDTH, HEIGHT), code)
    }
  })
}

test("a UPC-A is an EAN-13 that begins with 0", () => {
  assert.equal(read(picture("0036000291452", seeded(1), {}), WIDTH, HEIGHT), "0036000291452")
})

test("nothing is read of noise, of stripes, or of codes whose check digit is wrong", () => {
  const random = seeded(17)
  for (let turn = 0; turn < 40; turn++) {
    assert.equal(read(Uint8Array.from({ length: WIDTH * HEIGHT }, () => random() * 256), WIDTH, HEIGHT), undefined)
    const lines = Array.from({ length: WIDTH }, () => (random() < 0.5 ? 20 : 225))
    assert.equal(read(Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => lines[at % WIDTH]), WIDTH, HEIGHT), undefined)
    const code = made(random, 13), wrong = code.slice(0, 12) + (Number(code[12]) + 1) % 10
    assert.equal(read(picture(wrong, random, {}), WIDTH, HEIGHT), undefined)
  }
})

test("pictures of the least size, and of one grey, have nothing to read", () => {
  for (const [width, height] of [[3, 3], [640, 3], [3, 640]]) {
    assert.equal(read(new Uint8Array(width * height), width, height), undefined)
    assert.equal(read(new Uint8Array(width * height).fill(255), width, height), undefined)
  }
  assert.equal(decode(stripes(new Uint8Array(640))), undefined)
})
