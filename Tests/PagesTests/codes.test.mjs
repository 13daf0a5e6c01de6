import assert from "node:assert/strict"
import { test } from "node:test"

import { code128 } from "../../Plugins/App/Pages/codes/code128.js"
import { qr } from "../../Plugins/App/Pages/codes/qr.js"
import { imported, secondsLeft, totp } from "../../Plugins/App/Pages/codes/totp.js"

test("codes of RFC 6238 are those of its appendix B", async () => {
  const key = await imported(btoa("12345678901234567890123456789012"))
  const expected = { 59: "46119246", 1111111109: "68084774", 1111111111: "67062674", 1234567890: "91819424",
    2000000000: "90698825", 20000000000: "77737706" }
  for (const [seconds, code] of Object.entries(expected)) assert.equal(await totp(key, Number(seconds) * 1000), code)
})

test("a code is there for half a minute", () => {
  assert.deepEqual([0, 999, 1000, 29_999, 30_000].map(secondsLeft), [30, 30, 29, 1, 30])
})

test("a QR code of digits is the least one, with its finders, timing and dark module", () => {
  const modules = qr("47110042881539062274")
  assert.equal(modules.length, 21)
  for (const [y, x] of [[0, 0], [0, 14], [14, 0]]) {
    const finder = modules.slice(y, y + 7).map((row) => row.slice(x, x + 7).map(Number).join("")).join("/")
    assert.equal(finder, "1111111/1000001/1011101/1011101/1011101/1000001/1111111")
  }
  assert.deepEqual(modules[6].slice(8, 13), [true, false, true, false, true])
  assert.equal(modules[13][8], true)
})

test("the QR code of 01234567 is that of the standard's annex I, but for its mask", () => {
  // The codewords are checked by the level's format bits and by reading back what the mask hides.
  const modules = qr("01234567")
  assert.deepEqual(read(modules).slice(0, 6), [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80])
})

/** The codewords of a code of version 1, in their order: the inverse of placing them. @param {boolean[][]} modules */
function read(modules) {
  const bits = [14, 13, 12, 11, 10].map((_, at) => Number(modules[8][at < 6 ? at : at + 1]))
  const mask = (bits.reduce((sum, bit) => sum * 2 + bit, 0) ^ 0b10101) & 7
  const flips = [
    (x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
    (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
  ][mask]
  const isFixed = (x, y) => x === 6 || y === 6 || (x < 9 && y < 9) || (x > 12 && y < 9) || (x < 9 && y > 12)
  const stream = []
  let isUp = true
  for (let right = 20; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < 21; step++) for (const x of [right, right - 1]) {
      const y = isUp ? 20 - step : step
      if (!isFixed(x, y)) stream.push(Number(modules[y][x] !== (flips(x, y) === 0)))
    }
  }
  return Array.from({ length: Math.floor(stream.length / 8) }, (_, at) =>
    stream.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
}

test("longer texts take larger codes, and what is too long is refused", () => {
  assert.equal(qr("https://app.example.org/open/referral/ADA-7Q2X").length, 33)
  assert.equal(qr("a".repeat(213)).length, 57)
  assert.throws(() => qr("a".repeat(214)), RangeError)
})

test("Code 128 begins, checks and stops as the standard says", () => {
  const { bars, width } = code128("47110042881539062274")
  assert.equal(width, 11 * 12 + 13)
  // Start C is 211232: bars of 2, 1 and 3 modules at 0, 3 and 6.
  assert.deepEqual(bars.slice(0, 3), [[0, 2], [3, 1], [6, 3]])
  assert.deepEqual(bars.at(-1), [width - 2, 2])
  assert.throws(() => code128("123"), TypeError)
})
