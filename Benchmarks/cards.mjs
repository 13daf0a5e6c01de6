/**
 * A step of the cards' physics, and how far cards overlap, beside a prototype.
 *
 *     node Benchmarks/cards.mjs [PROTOTYPE]
 */

import { STEP, World } from "../Plugins/App/Pages/cards/physics.js"
import { full, mixed, overlap, percentile, play, ways } from "../Tests/PagesTests/cards/scene.mjs"

const STEPS = 2400
const ROUNDS = 7
const FINGER = [4, 180, 230]

/** The full page in our physics, without throws. */
function ours() {
  const world = new World(full({ force: Infinity }))
  world.grab(...FINGER)
  return { step: (x, y) => (world.drag(x, y), world.step()), seen: () => world }
}

/** The same in the prototype, whose cards are objects. */
function theirs(Prototype) {
  const page = full(), world = new Prototype({ ...page, throwSpeed: Infinity })
  for (const { x, y, width: w, height: h, radius: r } of page.cards) world.add({ id: "", x, y, w, h, r })
  const [card, ...at] = FINGER
  world.grab(world.cards[card], ...at)
  const all = (take) => world.cards.map(take)
  const bodies = () => ({
    count: world.cards.length, gone: all(() => 0), x: all((one) => one.x), y: all((one) => one.y),
    c: all((one) => Math.cos(one.angle)), s: all((one) => Math.sin(one.angle)), r: all((one) => one.r),
    ex: all((one) => one.w / 2 - one.r), ey: all((one) => one.h / 2 - one.r),
  })
  return {
    step: (x, y) => (world.drag(x, y), world.step()), seen: () => ({ ...page, isFalling: false, bodies: bodies() }),
  }
}

const shown = (numbers, percents) => percents.map((percent) => percentile(numbers, percent).toFixed(3)).join(" / ")

function measured(name, make) {
  const times = [], depths = []
  for (const way of Object.values(ways)) {
    const scene = make()
    for (let i = 0; i < STEPS; i += 1) {
      scene.step(...way(i))
      depths.push(overlap(scene.seen()))
    }
  }
  // Of each way the median of some runs: another program may have had the core.
  for (const way of Object.values(ways)) {
    const runs = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = make(), began = performance.now()
      for (let i = 0; i < STEPS; i += 1) scene.step(...way(i))
      runs.push((performance.now() - began) / STEPS)
    }
    times.push(percentile(runs, 50))
  }
  console.log(`${name}: ms a step, by the way of the finger: ${times.map((time) => time.toFixed(4)).join(", ")}`)
  console.log(`${name}: overlap in px, 50 / 99 / 100 %: ${shown(depths, [50, 99, 100])}`)
}

measured("physics", ours)
if (process.argv[2]) measured("prototype", theirs.bind(null, (await import(process.argv[2])).World))

const depths = []
for (let seed = 1; seed <= 100; seed += 1) {
  const world = new World(mixed(seed, { force: Infinity }))
  play(world, seed, 600, () => depths.push(overlap(world)))
}
console.log(`physics: overlap of cards of many sizes, 50 / 99 / 100 %: ${shown(depths, [50, 99, 100])}`)

const falls = []
for (let seed = 1; seed <= 100; seed += 1) {
  const world = new World(mixed(seed, { force: Infinity }))
  play(world, seed, 100)
  world.fall()
  const began = world.steps
  while (!world.isEmpty && world.steps - began < 1000) world.step()
  falls.push((world.steps - began) * STEP)
}
console.log(`physics: seconds until all have fallen, 50 / 99 / 100 %: ${shown(falls, [50, 99, 100])}`)
