/** What the server offers, in the language of the page. */

import { api } from "../../../ground/api.js"
import { language } from "../../../ground/i18n.js"

/** @typedef {import("./declared.js").Declared} Declared */

/** @type {Map<string, Promise<{ program: string, commands: Declared[] }>>} */
const kept = new Map()

/**
 * All commands, in the language of the page; asked for once.
 * @returns {Promise<{ program: string, commands: Declared[] }>}
 */
export function catalogue() {
  const spoken = language()
  const found = kept.get(spoken) ?? api.get("/v1/commands.json").catch((error) => {
    kept.delete(spoken)
    throw error
  })
  kept.set(spoken, found)
  return found
}

/** @param {string} command */
export async function declaration(command) {
  const { commands } = await catalogue()
  return commands.find((one) => one.command === command)
}
