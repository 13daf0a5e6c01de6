import assert from "node:assert/strict"
import { test } from "node:test"
import { addressOf } from "../../Plugins/App/Pages/cards/card.js"
import { collide } from "../../Plugins/App/Pages/cards/collide.js"
import { energy, STEP, World } from "../../Plugins/App/Pages/cards/physics.js"
import { push } from "../../Plugins/App/Pages/cards/solve.js"
import { digest, digests, full, mixed, overlap, percentile, play, random, ways } from "./cards/scene.mjs"

/** What Node, Chromium and WebKit all compute; `test_cards.py` compares theirs. */
const KNOWN = "a81b25cc 4aa0e03c 5267f1ad 8fdca798 96e39aa6 f1b7d281 " +
  "9b3bbba4 2d0eb215 307df50c caf2c800 3fda9a8c 8502c2f2"
const SEED = Number(process.env.QIX_SEED ?? Math.floor(Math.random() * 1e9))

const seeds = (count) => Array.from({ length: count }, (_, i) => SEED + i)

const asleep = (world, steps = 600) => {
  for (let i = 0; i < steps && !world.isAsleep; i += 1) world.step()
  return world.isAsleep
}

test("at rest nothing moves, and no step is taken", () => {
  const world = new World(full()), before = digest(world)
  assert.equal(world.isAsleep, true)
  world.advance(1)
  world.step()
  assert.equal(world.steps, 0)
  assert.equal(digest(world), before)
})

test("a card that is held still sleeps, too, and wakes when the finger goes on", () => {
  const world = new World(full())
  world.grab(4, 180, 230)
  world.drag(184, 230)
  assert.equal(asleep(world, 120), true)
  assert.ok(Math.abs(world.bodies.x[4] - 184) < 0.1)
  world.drag(190, 230)
  assert.equal(world.isAsleep, false)
})

for (const [name, way] of Object.entries(ways)) {
  test(`pressed ${name} in a full page, cards hardly overlap, and come to rest apart`, () => {
    const world = new World(full({ force: Infinity })), depths = []
    world.grab(4, 180, 230)
    for (let i = 0; i < 2400; i += 1) {
      world.drag(...way(i))
      world.step()
      depths.push(overlap(world))
    }
    assert.ok(percentile(depths, 99) <= 1, `99 %: ${percentile(depths, 99)}`)
    assert.ok(percentile(depths, 100) <= 2, `worst: ${percentile(depths, 100)}`)
    world.release()
    assert.ok(asleep(world, 240))
    assert.ok(overlap(world) < 0.6, `at rest: ${overlap(world)}`)
  })
}

test(`cards of many sizes overlap by three pixels at most, QIX_SEED=${SEED}`, () => {
  const depths = []
  for (const seed of seeds(30)) {
    const world = new World(mixed(seed, { force: Infinity }))
    play(world, seed, 400, () => depths.push(overlap(world)))
    world.release()
    assert.ok(asleep(world, 360), `${seed} never sleeps`)
  }
  assert.ok(percentile(depths, 99) <= 2, `99 %: ${percentile(depths, 99)}`)
  assert.ok(percentile(depths, 100) <= 3, `worst: ${percentile(depths, 100)}`)
})

/** Cards far from all walls that fly at each other; nothing slows them. */
function shoved(seed) {
  const next = random(seed), count = 2 + Math.floor(next() * 9)
  const cards = Array.from({ length: count }, (_, i) => ({
    x: 50000 + (i % 4) * 190 + next() * 20, y: 50000 + Math.floor(i / 4) * 190 + next() * 20,
    width: 60 + next() * 100, height: 60 + next() * 100, radius: next() * 30,
  }))
  const world = new World({ width: 1e5, height: 1e5, cards, glide: 1, brake: 0 })
  for (let i = 0; i < count; i += 1) {
    world.bodies.vx[i] = (next() - 0.5) * 3000
    world.bodies.vy[i] = (next() - 0.5) * 3000
    world.bodies.spin[i] = (next() - 0.5) * 10
  }
  world.wake()
  return world
}

test(`a shove keeps momentum and brings no energy, QIX_SEED=${SEED}`, () => {
  for (const seed of seeds(200)) {
    const world = shoved(seed), { vx, vy, im, count } = world.bodies
    const sum = (speeds) => speeds.subarray(0, count).reduce((all, speed, i) => all + speed / im[i], 0)
    const [px, py] = [sum(vx), sum(vy)]
    let before = energy(world.bodies)
    for (let i = 0; i < 120; i += 1) {
      world.step()
      const now = energy(world.bodies)
      assert.ok(now <= before * (1 + 1e-12), `${seed}: energy ${before} → ${now}`)
      const off = Math.max(Math.abs(sum(vx) - px), Math.abs(sum(vy) - py))
      assert.ok(off <= 1e-9 * (Math.abs(px) + Math.abs(py) + 1), `${seed}: momentum is off by ${off}`)
      before = now
    }
  }
})

test(`nor do impulses of the step before, where cards are jammed, QIX_SEED=${SEED}`, () => {
  for (const seed of seeds(20)) {
    const world = new World(mixed(seed, { force: Infinity })), next = random(seed), { bodies, contacts } = world
    play(world, seed, 200, (i) => {
      // Pressed hard a moment ago, they now move otherwise.
      for (let k = 0; k < bodies.count; k += 1) {
        bodies.vx[k] *= next() - 0.5
        bodies.vy[k] *= next() - 0.5
      }
      const before = energy(bodies)
      collide(bodies, contacts, 1, world.width, world.height, false)
      push(bodies, contacts, { step: world.steps + 1, seconds: STEP, rounds: 8, isSlippery: false })
      world.steps += 1
      assert.ok(energy(bodies) <= before * (1 + 1e-12), `${seed}, step ${i}: energy ${before} → ${energy(bodies)}`)
    })
  }
})

test("nothing passes through another, at any speed", () => {
  for (const width of [10, 40, 105]) {
    for (const speed of [1e3, 1e4, 1e5, 1e7]) {
      // A corridor in which there is no way round.
      const cards = [60, 180, 300].map((x) => ({ x, y: 75, width, height: 140, radius: 5 }))
      const world = new World({ width: 360, height: 150, cards, glide: 1, brake: 0 })
      world.wake()
      world.bodies.vx[0] = speed
      world.bodies.vx[2] = -speed
      for (let i = 0; i < 240; i += 1) {
        world.step()
        const [a, b, c] = world.bodies.x
        assert.ok(a + width - 3 <= b && b + width - 3 <= c, `${width} px at ${speed} px/s, step ${i}: ${a} ${b} ${c}`)
      }
    }
  }
})

test("no card moves by more than half of its smaller side in a step", () => {
  const world = new World(full({ force: Infinity }))
  world.grab(4, 180, 230)
  for (let i = 0; i < 300; i += 1) {
    world.drag(i % 2 === 0 ? -1e6 : 1e6, i * 1e4)
    const before = world.bodies.x.slice()
    world.step()
    for (let k = 0; k < 12; k += 1) assert.ok(Math.abs(world.bodies.x[k] - before[k]) < 54)
  }
})

test("a hand pulls with a bounded force", () => {
  const world = new World({ ...full({ force: Infinity }), cards: full().cards.slice(4, 5) })
  world.grab(0, 180, 230)
  world.drag(1e9, 230)
  world.step()
  assert.ok(world.bodies.vx[0] <= 1000.001)
})

/** Steps until all have fallen out. */
function fallen(world) {
  let steps = 0
  while (!world.isEmpty && steps < 1000) {
    world.step()
    steps += 1
  }
  assert.equal(world.isAsleep, true)
  return steps
}

test(`dragged with force, all fall out of the page within two seconds, QIX_SEED=${SEED}`, () => {
  for (const [dx, dy] of [[30, -10], [-20, -25], [0, -40], [0, 30]]) {
    const world = new World(full())
    world.grab(4, 180, 230)
    for (let i = 0; i < 30 && !world.isFalling; i += 1) {
      world.drag(180 + i * dx, 230 + i * dy)
      world.step()
    }
    assert.ok(world.isFalling)
    assert.equal(world.grip, null)
    const seconds = fallen(world) * STEP
    assert.ok(seconds < 2, `${seconds} s`)
  }
  for (const seed of seeds(60)) {
    const world = new World(mixed(seed, { force: Infinity }))
    play(world, seed, 100)
    world.fall()
    const seconds = fallen(world) * STEP
    assert.ok(seconds < 2, `${seed}: ${seconds} s`)
  }
})

/** Whether cards fall where one is dragged at so many pixels a second, seen by frames of so many seconds. */
function isThrown(card, speed, frame = STEP) {
  const cards = [{ x: 180, y: 150, width: 340, height: 280 }, { x: 95, y: 400, width: 165, height: 160 },
    { x: 270, y: 400, width: 165, height: 160 }]
  const world = new World({ width: 360, height: 640, cards })
  const { x, y } = world.bodies
  const from = [x[card], y[card]]
  world.grab(card, ...from)
  for (let at = frame; at < 0.4; at += frame) {
    world.drag(from[0], from[1] + at * speed)
    world.advance(frame)
  }
  return world.isFalling
}

test("the force is the card's mass by the finger's acceleration", () => {
  assert.equal(isThrown(0, 600), false)
  assert.equal(isThrown(1, 1200), false)
  assert.equal(isThrown(1, 2200), true)
  // The same move throws the heavier card.
  assert.equal(isThrown(0, 1200), true)
})

test("a slow screen feels the same force", () => {
  for (const frames of [15, 20, 30, 60, 90, 120, 144]) {
    assert.equal(isThrown(1, 1000, 1 / frames), false, `${frames} frames a second`)
    assert.equal(isThrown(1, 2500, 1 / frames), true, `${frames} frames a second`)
  }
})

test("a finger that trembles throws nothing", () => {
  const world = new World(full())
  world.grab(4, 180, 230)
  for (let i = 0; i < 240; i += 1) {
    world.drag(180 + (i % 12 === 0 ? 8 : 0), 230)
    world.step()
  }
  assert.equal(world.isFalling, false)
})

test("frames of any length are the same steps", () => {
  const one = new World(mixed(5)), other = new World(mixed(5))
  for (const world of [one, other]) {
    world.grab(0, world.bodies.x[0], world.bodies.y[0])
    world.fall()
  }
  for (let i = 0; i < 60; i += 1) one.step()
  for (let i = 0; other.steps < 60; i += 1) other.advance(i % 3 === 0 ? STEP / 4 : STEP / 2)
  assert.equal(digest(one), digest(other))
})

test("the same calls lead to the same bits", () => {
  assert.equal(digests(World), digests(World))
  assert.equal(digests(World), KNOWN)
})

test("links of cards lead into the app, or openly elsewhere", () => {
  assert.equal(addressOf("campaign/harvest"), "/app/open/campaign/harvest")
  assert.equal(addressOf("web+qix:wallet"), "/app/open/wallet")
  assert.equal(addressOf("web+qix://reward/caffè?place=bar 1"), "/app/open/reward/caff%C3%A8?place=bar+1")
  assert.equal(addressOf("qix://alba/harvest"), "/app/open/alba/harvest")
  assert.equal(addressOf("reward/caff%C3%A8"), "/app/open/reward/caff%C3%A8")
  assert.equal(addressOf("https://alba.example/a?b=1"), "https://alba.example/a?b=1")
  const script = ["javascript", "alert(1)"].join(":")
  const bad = [script, "http://a.example", "//a.example", "/v1", "a//b", "a/../b", "..", "", "a\\b", "https:a.example",
    "data:text/html,x", "https://a.example/ b", "a/b#c", "a/.", "a/\nb",
    "a/%2e%2E", "a/.%2e", "a/\ud800"]
  for (const link of bad) assert.equal(addressOf(link), null, JSON.stringify(link))
})

test(`and any text as a link stays on this site, QIX_SEED=${SEED}`, () => {
  const next = random(SEED)
  const pieces = ["/", "//", "\\", "..", ".", "?", "#", "&", "=", "%2e", "%2F", "%", " ", "\t", "é",
    "a", "card", "reward", "qix:", "web+qix:", "//evil.example", "@", ":", "https", "javascript"]
  for (let i = 0; i < 20000; i += 1) {
    let link = ""
    for (let k = Math.floor(next() * 7); k >= 0; k -= 1) link += pieces[Math.floor(next() * pieces.length)]
    const address = addressOf(link)
    if (address === null || address.startsWith("https://")) continue
    const { origin, pathname } = new URL(address, "https://qix.example")
    assert.equal(origin, "https://qix.example", link)
    assert.ok(pathname.startsWith("/app/open/") && !pathname.includes("//"), `${link} → ${pathname}`)
  }
})
