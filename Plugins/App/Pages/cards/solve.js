/** Impulses that keep cards from moving into each other, and what is left of an overlap moved away. */

import { AIM, AX, AY, BX, BY, GAP, JN, JT, KN, KT, NX, NY, STRIDE } from "./collide.js"

/** @typedef {import("./collide.js").Bodies} Bodies */
/** @typedef {import("./collide.js").Contacts} Contacts */

/** Part of the pressure that holds cards back along each other. */
const FRICTION = 0.25
/** Pixels of overlap that may stay. */
const SLOP = 0.2

/**
 * Kinetic energy, in mass × px²/s².
 * @param {Bodies} o
 */
export function energy(o) {
  let sum = 0
  for (let i = 0; i < o.count; i += 1) {
    if (o.gone[i] === 1) continue
    sum += (o.vx[i] * o.vx[i] + o.vy[i] * o.vy[i]) / o.im[i] + o.spin[i] * o.spin[i] / o.ii[i]
  }
  return sum / 2
}

/**
 * Changes speeds so that no gap closes by more than there is of it. No impulse pulls, so energy never grows: each round
 * takes some (projected Gauss-Seidel), and what the last step's impulses or friction would bring is left out.
 * @param {Bodies} o
 * @param {Contacts} contacts
 * @param {{ step: number, seconds: number, rounds: number, isSlippery: boolean }} how
 */
export function push(o, contacts, { step, seconds, rounds, isSlippery }) {
  if (contacts.count === 0) return
  const { f, kept, since, key } = contacts
  const before = energy(o)
  remember(o)
  for (let k = 0; k < contacts.count; k += 1) {
    const at = k * STRIDE
    f[at + AIM] = f[at + GAP] > 0 ? -f[at + GAP] / seconds : 0
    if (since[key[k]] !== step - 1) continue
    f[at + JN] = kept[2 * key[k]]
    f[at + JT] = isSlippery ? 0 : kept[2 * key[k] + 1]
    apply(o, contacts, k, f[at + JN], f[at + JT])
  }
  if (energy(o) > before) restart(o, contacts)
  for (let round = 0; round < rounds; round += 1) solve(o, contacts, isSlippery ? 0 : FRICTION)
  if (energy(o) > before) {
    restart(o, contacts)
    for (let round = 0; round < rounds; round += 1) solve(o, contacts, 0)
  }
  for (let k = 0; k < contacts.count; k += 1) {
    const at = k * STRIDE
    since[key[k]] = step
    kept[2 * key[k]] = f[at + JN]
    kept[2 * key[k] + 1] = f[at + JT]
  }
}

/** Keeps the speeds where a step's way is added up later. @param {Bodies} o */
function remember(o) {
  o.dx.set(o.vx)
  o.dy.set(o.vy)
  o.turn.set(o.spin)
}

/**
 * @param {Bodies} o
 * @param {Contacts} contacts
 */
function restart(o, contacts) {
  o.vx.set(o.dx)
  o.vy.set(o.dy)
  o.spin.set(o.turn)
  for (let k = 0; k < contacts.count; k += 1) contacts.f[k * STRIDE + JN] = contacts.f[k * STRIDE + JT] = 0
}

/**
 * @param {Bodies} o
 * @param {Contacts} contacts
 * @param {number} k
 * @param {number} jn impulse along the normal
 * @param {number} jt along the sides
 */
function apply(o, contacts, k, jn, jt) {
  const { f } = contacts
  const { vx, vy, spin, im, ii } = o
  const at = k * STRIDE, a = contacts.a[k], b = contacts.b[k]
  const jx = f[at + NX] * jn - f[at + NY] * jt, jy = f[at + NY] * jn + f[at + NX] * jt
  vx[a] -= jx * im[a]
  vy[a] -= jy * im[a]
  spin[a] -= (f[at + AX] * jy - f[at + AY] * jx) * ii[a]
  vx[b] += jx * im[b]
  vy[b] += jy * im[b]
  spin[b] += (f[at + BX] * jy - f[at + BY] * jx) * ii[b]
}

/**
 * One round over all contacts: friction, then pressure.
 * @param {Bodies} o
 * @param {Contacts} contacts
 * @param {number} friction
 */
function solve(o, contacts, friction) {
  const { f } = contacts
  const { vx, vy, spin, im, ii } = o
  for (let k = 0; k < contacts.count; k += 1) {
    const at = k * STRIDE, a = contacts.a[k], b = contacts.b[k]
    const nx = f[at + NX], ny = f[at + NY], ax = f[at + AX], ay = f[at + AY], bx = f[at + BX], by = f[at + BY]
    const am = im[a], ai = ii[a], bm = im[b], bi = ii[b]
    let avx = vx[a], avy = vy[a], aw = spin[a], bvx = vx[b], bvy = vy[b], bw = spin[b]
    const most = friction * f[at + JN]
    if (most > 0 || f[at + JT] !== 0) {
      const slide = (bvy + bw * bx - avy - aw * ax) * nx - (bvx - bw * by - avx + aw * ay) * ny
      const all = f[at + JT] - slide * f[at + KT]
      const bounded = all > most ? most : all < -most ? -most : all
      const j = bounded - f[at + JT]
      f[at + JT] = bounded
      const jx = -ny * j, jy = nx * j
      avx -= jx * am
      avy -= jy * am
      aw -= (ax * jy - ay * jx) * ai
      bvx += jx * bm
      bvy += jy * bm
      bw += (bx * jy - by * jx) * bi
    }
    const speed = (bvx - bw * by - avx + aw * ay) * nx + (bvy + bw * bx - avy - aw * ax) * ny
    const all = f[at + JN] - (speed - f[at + AIM]) * f[at + KN]
    const pressed = all > 0 ? all : 0
    const j = pressed - f[at + JN]
    f[at + JN] = pressed
    const jx = nx * j, jy = ny * j
    vx[a] = avx - jx * am
    vy[a] = avy - jy * am
    spin[a] = aw - (ax * jy - ay * jx) * ai
    vx[b] = bvx + jx * bm
    vy[b] = bvy + jy * bm
    spin[b] = bw + (bx * jy - by * jx) * bi
  }
}

/**
 * Adds to a step's way what parts those that would overlap at its end. Gives no speed.
 * @param {Bodies} o
 * @param {Contacts} contacts
 * @param {number} rounds at most
 */
export function part(o, contacts, rounds) {
  const { f } = contacts
  const { dx, dy, turn, im, ii } = o
  for (let round = 0; round < rounds; round += 1) {
    let isApart = true
    for (let k = 0; k < contacts.count; k += 1) {
      const at = k * STRIDE, a = contacts.a[k], b = contacts.b[k]
      const nx = f[at + NX], ny = f[at + NY], ax = f[at + AX], ay = f[at + AY], bx = f[at + BX], by = f[at + BY]
      const gap = f[at + GAP] + (dx[b] - turn[b] * by - dx[a] + turn[a] * ay) * nx +
        (dy[b] + turn[b] * bx - dy[a] - turn[a] * ax) * ny
      if (gap > -SLOP) continue
      if (gap < -2 * SLOP) isApart = false
      const j = -(gap + SLOP) * 0.9 * f[at + KN]
      const jx = nx * j, jy = ny * j
      dx[a] -= jx * im[a]
      dy[a] -= jy * im[a]
      turn[a] -= (ax * jy - ay * jx) * ii[a]
      dx[b] += jx * im[b]
      dy[b] += jy * im[b]
      turn[b] += (bx * jy - by * jx) * ii[b]
    }
    if (isApart) return
  }
}

/** The smallest gap, in pixels. @param {Contacts} contacts */
export function deepest({ f, count }) {
  let least = 0
  for (let k = 0; k < count; k += 1) if (f[k * STRIDE + GAP] < least) least = f[k * STRIDE + GAP]
  return least
}
