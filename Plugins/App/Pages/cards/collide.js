/** Where rounded rectangles touch each other and the walls, or could do so within a step. */

/** Numbers of a contact, by their place in `Contacts.f`. */
export const [NX, NY, GAP, AX, AY, BX, BY, KN, KT, JN, JT, AIM] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
export const STRIDE = 12

/** Keys of a pair: which box's side, which of its four, and which end of the other's. */
const KEYS = 32
/** How much more apart, in pixels, the other card's side must be to be taken instead: contacts keep their keys. */
const KEEPS = 0.1

/**
 * The cards' state, one number of each in every array. Behind the last card stands the wall, which nothing moves.
 * `c`, `s` is the direction of a card's own x axis; `ex`, `ey` are half of its sides less the corners' radius `r`.
 */
export class Bodies {
  /** @param {number} count */
  constructor(count) {
    const numbers = () => new Float64Array(count + 1)
    this.count = count
    this.x = numbers()
    this.y = numbers()
    this.c = numbers()
    this.s = numbers()
    this.vx = numbers()
    this.vy = numbers()
    this.spin = numbers()
    // One by the mass, and by the moment of inertia.
    this.im = numbers()
    this.ii = numbers()
    this.ex = numbers()
    this.ey = numbers()
    this.r = numbers()
    this.reach = numbers()
    // What a step moves and turns.
    this.dx = numbers()
    this.dy = numbers()
    this.turn = numbers()
    this.gone = new Uint8Array(count + 1)
  }
}

/** The contacts of a step, and the impulses of the one before by the contacts' keys. */
export class Contacts {
  /** @param {number} cards */
  constructor(cards) {
    const most = cards * (cards + 7)
    this.count = 0
    this.a = new Int32Array(most)
    this.b = new Int32Array(most)
    this.key = new Int32Array(most)
    this.f = new Float64Array(most * STRIDE)
    this.kept = new Float64Array((cards * cards + cards) * KEYS * 2)
    this.since = new Int32Array((cards * cards + cards) * KEYS).fill(-9)
  }

  /**
   * @param {Bodies} o
   * @param {number} a
   * @param {number} b
   * @param {number} key
   * @param {number} nx from a to b
   * @param {number} ny
   * @param {number} gap pixels between them; less than zero where they overlap
   * @param {number} px where
   * @param {number} py
   */
  add(o, a, b, key, nx, ny, gap, px, py) {
    const k = this.count++
    const { f } = this
    const at = k * STRIDE
    const ax = px - o.x[a], ay = py - o.y[a]
    const bx = b === o.count ? 0 : px - o.x[b], by = b === o.count ? 0 : py - o.y[b]
    const an = ax * ny - ay * nx, bn = bx * ny - by * nx
    const al = ax * nx + ay * ny, bl = bx * nx + by * ny
    const masses = o.im[a] + o.im[b]
    this.a[k] = a
    this.b[k] = b
    this.key[k] = key
    f[at + NX] = nx
    f[at + NY] = ny
    f[at + GAP] = gap
    f[at + AX] = ax
    f[at + AY] = ay
    f[at + BX] = bx
    f[at + BY] = by
    f[at + KN] = 1 / (masses + an * an * o.ii[a] + bn * bn * o.ii[b])
    f[at + KT] = 1 / (masses + al * al * o.ii[a] + bl * bl * o.ii[b])
    f[at + JN] = 0
    f[at + JT] = 0
  }
}

/**
 * Finds all contacts whose gap is at most `near` pixels.
 * @param {Bodies} o
 * @param {Contacts} out
 * @param {number} near
 * @param {number} width of the page
 * @param {number} height
 * @param {boolean} isOpen whether there is no floor
 */
export function collide(o, out, near, width, height, isOpen) {
  out.count = 0
  for (let i = 0; i < o.count; i += 1) {
    if (o.gone[i] === 1) continue
    walls(o, out, i, near, width, height, isOpen)
    for (let j = i + 1; j < o.count; j += 1) {
      if (o.gone[j] === 1) continue
      const dx = o.x[j] - o.x[i], dy = o.y[j] - o.y[i], reach = o.reach[i] + o.reach[j] + near
      if (dx * dx + dy * dy < reach * reach) pair(o, out, i, j, dx, dy, near)
    }
  }
}

/**
 * @param {Bodies} o
 * @param {Contacts} out
 * @param {number} i
 * @param {number} near
 * @param {number} width
 * @param {number} height
 * @param {boolean} isOpen
 */
function walls(o, out, i, near, width, height, isOpen) {
  const x = o.x[i], y = o.y[i], reach = o.reach[i] + near
  if (x > reach && y > reach && x < width - reach && y < height - reach) return
  const r = o.r[i], c = o.c[i], s = o.s[i], most = r + near
  for (let corner = 0; corner < 4; corner += 1) {
    const ex = (corner & 1) === 0 ? -o.ex[i] : o.ex[i], ey = (corner & 2) === 0 ? -o.ey[i] : o.ey[i]
    const px = x + ex * c - ey * s, py = y + ex * s + ey * c
    const key = (o.count * o.count + i) * KEYS + corner
    if (px < most) out.add(o, i, o.count, key, -1, 0, px - r, px - r, py)
    if (width - px < most) out.add(o, i, o.count, key + 4, 1, 0, width - px - r, px + r, py)
    if (py < most) out.add(o, i, o.count, key + 8, 0, -1, py - r, px, py - r)
    if (!isOpen && height - py < most) out.add(o, i, o.count, key + 12, 0, 1, height - py - r, px, py + r)
  }
}

/**
 * Two cards. Of the four directions of their sides, the one in which they are most apart tells whose side touches; then
 * the other's nearest side is cut to its width, or both corners touch.
 * @param {Bodies} o
 * @param {Contacts} out
 * @param {number} i
 * @param {number} j
 * @param {number} dx from i to j
 * @param {number} dy
 * @param {number} near
 */
function pair(o, out, i, j, dx, dy, near) {
  const ci = o.c[i], si = o.s[i], cj = o.c[j], sj = o.s[j]
  const cos = Math.abs(ci * cj + si * sj), sin = Math.abs(ci * sj - si * cj)
  const radii = o.r[i] + o.r[j], most = radii + near
  const ux = dx * ci + dy * si, uy = dy * ci - dx * si
  const ix = Math.abs(ux) - o.ex[i] - o.ex[j] * cos - o.ey[j] * sin
  if (ix > most) return
  const iy = Math.abs(uy) - o.ey[i] - o.ex[j] * sin - o.ey[j] * cos
  if (iy > most) return
  const wx = dx * cj + dy * sj, wy = dy * cj - dx * sj
  const jx = Math.abs(wx) - o.ex[j] - o.ex[i] * cos - o.ey[i] * sin
  if (jx > most) return
  const jy = Math.abs(wy) - o.ey[j] - o.ex[i] * sin - o.ey[i] * cos
  if (jy > most) return

  // The side of `p` that looks towards `q`: its direction (nx, ny), how far out and how wide it is.
  const isOther = Math.max(jx, jy) > Math.max(ix, iy) + KEEPS
  const p = isOther ? j : i, q = isOther ? i : j
  const isX = isOther ? jx >= jy : ix >= iy
  const along = isOther ? (isX ? -wx : -wy) : isX ? ux : uy
  const sign = along < 0 ? -1 : 1
  const nx = sign * (isX ? o.c[p] : -o.s[p]), ny = sign * (isX ? o.s[p] : o.c[p])
  const out0 = isX ? o.ex[p] : o.ey[p], wide = isX ? o.ey[p] : o.ex[p]
  const apart = isOther ? Math.max(jx, jy) : Math.max(ix, iy)

  // The side of `q` that looks back, as its two ends: (a0, a1) and (b0, b1), above that side and along it.
  const qc = o.c[q], qs = o.s[q]
  const n0 = nx * qc + ny * qs, n1 = ny * qc - nx * qs
  const isQX = Math.abs(n0) > Math.abs(n1)
  const back = (isQX ? n0 : n1) > 0 ? -1 : 1
  const fx = back * (isQX ? qc : -qs), fy = back * (isQX ? qs : qc)
  const far = isQX ? o.ex[q] : o.ey[q], half = isQX ? o.ey[q] : o.ex[q]
  const mx = o.x[q] - o.x[p] + fx * far, my = o.y[q] - o.y[p] + fy * far
  const m0 = mx * nx + my * ny - out0, m1 = my * nx - mx * ny
  const h0 = (fx * ny - fy * nx) * half, h1 = (fx * nx + fy * ny) * half
  let a0 = m0 - h0, a1 = m1 - h1, b0 = m0 + h0, b1 = m1 + h1

  const key = (i * o.count + j) * KEYS + (isOther ? 16 : 0) + (isX ? 8 : 0) + (sign < 0 ? 4 : 0)
  const turn = isOther ? -1 : 1
  if (apart > 0) {
    const isA = a0 < b0
    const v0 = isA ? a0 : b0, v1 = isA ? a1 : b1
    const end = v1 < 0 ? -wide : wide
    const beside = v1 - end
    // The nearest end lies beside the side, and its own side leads away from the corner.
    const isBeside = v1 < -wide || v1 > wide
    if (isBeside && ((isA ? b0 - a0 : a0 - b0) * -v0 + (isA ? b1 - a1 : a1 - b1) * -beside) <= 0) {
      const d = Math.sqrt(v0 * v0 + beside * beside)
      if (d > most) return
      const w0 = v0 / d, w1 = beside / d
      const gx = w0 * nx - w1 * ny, gy = w0 * ny + w1 * nx
      const middle = (o.r[p] + d - o.r[q]) / 2
      const px = o.x[p] + nx * out0 - ny * end + gx * middle, py = o.y[p] + ny * out0 + nx * end + gy * middle
      out.add(o, i, j, key + (isA ? 2 : 3), gx * turn, gy * turn, d - radii, px, py)
      return
    }
  }
  const slope = b1 === a1 ? 0 : (b0 - a0) / (b1 - a1)
  const cutA = a1 < -wide ? -wide : a1 > wide ? wide : a1
  const cutB = b1 < -wide ? -wide : b1 > wide ? wide : b1
  a0 += (cutA - a1) * slope
  b0 += (cutB - b1) * slope
  a1 = cutA
  b1 = cutB
  for (let end = 0; end < 2; end += 1) {
    const e0 = end === 0 ? a0 : b0, e1 = end === 0 ? a1 : b1
    if (e0 > most) continue
    const middle = out0 + (o.r[p] + e0 - o.r[q]) / 2
    const px = o.x[p] + nx * middle - ny * e1, py = o.y[p] + ny * middle + nx * e1
    out.add(o, i, j, key + end, nx * turn, ny * turn, e0 - radii, px, py)
  }
}
