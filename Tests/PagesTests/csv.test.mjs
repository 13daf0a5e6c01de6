import assert from "node:assert/strict"
import { test } from "node:test"
import { csv, guarded } from "../../Sources/Faces/QixPages/Pages/csv.js"

test("rows end with CRLF, and only what needs them has quotes", () => {
  assert.equal(csv([["Name", "Coins"], ["ada", 450]]), "Name,Coins\r\nada,450\r\n")
  assert.equal(csv([['say "hi"', "a,b", "one\ntwo", " x", "x "]]), '"say ""hi""","a,b","one\ntwo"," x","x "\r\n')
  assert.equal(csv([[null, undefined, "", 0, false, 12345678901234567890n]]), ",,,0,false,12345678901234567890\r\n")
})

test("a text that a spreadsheet could take for a formula has an apostrophe", () => {
  const formulas = ["=1+1", "+39 333", "-5", "@SUM(A1)", "\t=1", "\uff1d1", "'=1"]
  for (const text of formulas) assert.equal(guarded(text), `'${text}`)
  for (const text of ["ada", "1-2", "a=b", "", "'", "'ada"]) assert.equal(guarded(text), text)
  assert.equal(csv([["=cmd|' /C calc'!A0", "-5", -5]]), "'=cmd|' /C calc'!A0,'-5,-5\r\n")
  assert.equal(csv([["=1,2"]]), `"'=1,2"\r\n`)
})
