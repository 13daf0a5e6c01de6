import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { forget, keep, kept, withRecent } from "../../Sources/Faces/QixPages/Pages/store.js"

class Storage {
  values = new Map()
  getItem = (name) => this.values.get(name) ?? null
  setItem = (name, text) => void this.values.set(name, text)
  removeItem = (name) => void this.values.delete(name)
}

let [local, session] = [new Storage(), new Storage()]
beforeEach(() => {
  local = new Storage()
  session = new Storage()
  for (const [name, value] of [["localStorage", local], ["sessionStorage", session]]) {
    Object.defineProperty(globalThis, name, { value, configurable: true })
  }
})

test("preferences last, and what was searched goes with the tab", () => {
  keep("scheme", "dark")
  keep("searches", ["ada"])
  assert.deepEqual([...local.values], [["qix.scheme", '"dark"']])
  assert.deepEqual([...session.values], [["qix.searches", '["ada"]']])
  assert.equal(kept("scheme", null), "dark")
  keep("scheme", null)
  assert.equal(kept("scheme", "light"), "light")
})

test("signing out forgets searches, not preferences", () => {
  keep("language", "ro")
  keep("searches", ["ada"])
  forget()
  assert.deepEqual(kept("searches", []), [])
  assert.equal(kept("language", "en"), "ro")
})

test("storage that is off or holds something else is as good as none", () => {
  local.setItem("qix.views", "{broken")
  assert.deepEqual(kept("views", []), [])
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new Error("SecurityError")
    },
  })
  keep("scheme", "dark")
  assert.equal(kept("scheme", null), null)
})

test("recent searches are few, and each is there once", () => {
  assert.deepEqual(withRecent(["b", "a"], "a"), ["a", "b"])
  assert.deepEqual(withRecent(["1", "2", "3"], "4", 3), ["4", "1", "2"])
})
