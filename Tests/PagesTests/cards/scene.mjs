/** Scenes of cards for tests and benchmarks, and what is measured in them. They run in browsers, too. */

/** A way to and fro, without Math.sin, which would make the input itself differ between engines. */
export const triangle = (step, half) => Math.abs((step % (2 * half)) / half - 1) * 2 - 1

/** Numbers from 0 to 1 that a seed tells (mulberry32). */
export function random(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Twelve cards that take 77 % of a page of 360 × 640. */
export const full = (options) => ({
  width: 360, height: 640, ...options,
  cards: Array.from({ length: 12 }, (_, i) => (
    { x: 65 + (i % 3) * 115, y: 80 + Math.floor(i / 3) * 150, width: 105, height: 140, radius: 16 })),
})

/** Fingers' ways over the full page, by the step. */
export const ways = {
  gently: (i) => [180 + triangle(i, 125) * 30, 230 + i * 0.2],
  round: (i) => [180 + triangle(i, 125) * 150, 320 + triangle(i + 110, 220) * 250],
  "through the wall": (i) => [180 + i * 2, 230],
  "into the corner": (i) => [180 + i * 3, 230 + i * 3],
}

/** A page of two to fourteen cards of many sizes in rows, each turned a little. */
export function mixed(seed, options) {
  const next = random(seed)
  const cards = []
  let y = 10
  while (y < 560) {
    const height = 60 + next() * 110, count = 1 + Math.floor(next() * 3), width = (340 - 12 * count) / count
    for (let i = 0; i < count; i += 1) {
      cards.push({
        x: 16 + width / 2 + i * (width + 12), y: y + height / 2, width, height: height - 8, radius: next() * 30,
        turn: (next() - 0.5) * 0.04,
      })
    }
    y += height + 6
  }
  return { width: 360, height: Math.max(640, y + 10), ...options, cards }
}

/** FNV-1a over the bits of where all cards are. */
export function digest(world) {
  const { x, y, c, s, count } = world.bodies
  const numbers = new Float64Array(4 * count)
  for (let i = 0; i < count; i += 1) numbers.set([x[i], y[i], c[i], s[i]], 4 * i)
  let hash = 0x811c9dc5
  for (const byte of new Uint8Array(numbers.buffer)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}

/** Digests of some ten thousand steps: pushed, thrown, fallen, and pages of many sizes. */
export function digests(World) {
  const all = []
  for (const way of Object.values(ways)) {
    const world = new World(full({ force: Infinity }))
    world.grab(4, 180, 230)
    for (let i = 0; i < 1200; i += 1) {
      world.drag(...way(i))
      world.step()
    }
    world.release()
    for (let i = 0; i < 300; i += 1) world.step()
    all.push(digest(world))
  }
  for (let seed = 1; seed <= 8; seed += 1) {
    const world = new World(mixed(seed))
    play(world, seed, 400)
    world.fall()
    for (let i = 0; i < 40; i += 1) world.step()
    all.push(digest(world))
  }
  return all.join(" ")
}

/** Drags cards to random places at random speeds; calls `look` after each step. */
export function play(world, seed, steps, look = () => {}) {
  const next = random(seed * 7919)
  const { x, y, count } = world.bodies
  let at = [0, 0], to = [0, 0], speed = 0
  for (let i = 0; i < steps; i += 1) {
    if (i % 60 === 0) {
      world.release()
      const card = Math.floor(next() * count)
      at = [x[card], y[card]]
      world.grab(card, ...at)
    }
    if (i % 20 === 0) {
      to = [next() * world.width, next() * world.height]
      speed = 2 + next() * 20
    }
    const [dx, dy] = [to[0] - at[0], to[1] - at[1]], far = Math.sqrt(dx * dx + dy * dy)
    const part = far > speed ? speed / far : 1
    at = [at[0] + dx * part, at[1] + dy * part]
    world.drag(...at)
    world.step()
    look(i)
  }
}

/** The corners of a card without its round edge. */
function corners({ bodies: o }, i) {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sx, sy]) => [
    o.x[i] + sx * o.ex[i] * o.c[i] - sy * o.ey[i] * o.s[i], o.y[i] + sx * o.ex[i] * o.s[i] + sy * o.ey[i] * o.c[i],
  ])
}

/** How far a point is from a line's piece. */
function far([px, py], [ax, ay], [bx, by]) {
  const ex = bx - ax, ey = by - ay, long = ex * ex + ey * ey
  const t = long === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * ex + (py - ay) * ey) / long))
  return Math.sqrt((px - ax - t * ex) ** 2 + (py - ay - t * ey) ** 2)
}

/** How far apart two shapes are along their sides' directions; less than zero where they overlap. */
function alongSides(P, Q) {
  let best = -Infinity
  for (const [A, B] of [[P, Q], [Q, P]]) {
    for (let i = 0; i < 4; i += 1) {
      const [ax, ay] = A[i], [bx, by] = A[(i + 1) % 4], long = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
      const off = B.map(([x, y]) => ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / long)
      if (long > 0) best = Math.max(best, Math.min(...off))
    }
  }
  return best
}

/** The largest overlap of two cards, or of a card and a wall, in pixels: computed otherwise than the physics does. */
export function overlap(world) {
  const o = world.bodies
  const all = Array.from({ length: o.count }, (_, i) => corners(world, i))
  let most = 0
  for (let i = 0; i < o.count; i += 1) {
    if (o.gone[i]) continue
    for (const [x, y] of all[i]) {
      most = Math.max(most, o.r[i] - x, o.r[i] - y, x + o.r[i] - world.width)
      if (!world.isFalling) most = Math.max(most, y + o.r[i] - world.height)
    }
    for (let j = i + 1; j < o.count; j += 1) {
      if (o.gone[j]) continue
      let apart = alongSides(all[i], all[j])
      if (apart > 0) {
        apart = Infinity
        for (const [P, Q] of [[all[i], all[j]], [all[j], all[i]]]) {
          for (const p of P) for (let k = 0; k < 4; k += 1) apart = Math.min(apart, far(p, Q[k], Q[(k + 1) % 4]))
        }
      }
      most = Math.max(most, o.r[i] + o.r[j] - apart)
    }
  }
  return most
}

/** A number that so many of a hundred are below. */
export const percentile = (numbers, percent) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * percent / 100))]
