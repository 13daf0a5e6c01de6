/** Cards that lead to a campaign. */

import { chosen, languages } from "../../../ground/i18n.js"
import { WORDS } from "../campaign-form/app-words.js"

/** The longest name of a card. */
const MOST = 55

/** Whether a card's link leads to a campaign. @param {string} link @param {string} campaign */
export const leadsTo = (link, campaign) =>
  new RegExp(`^(?:https://[^/]+/open/)?campaign/${campaign}(?:\\?|$)`).test(link)

/**
 * The file of a card that leads to a campaign, with its titles. The main one is in the language of the installation.
 * @param {any} file of the campaign
 * @param {string[]} taken names of cards
 * @param {string} main
 */
export function cardOf(file, taken, main) {
  const first = chosen(main, [])
  const title = (/** @type {string} */ language) => file.texts?.[language]?.title
  const further = languages.filter((language) => language !== first && title(language))
  let name = file.name
  for (let number = 2; taken.includes(name); number += 1) name = `${file.name.slice(0, MOST - 4)}-${number}`
  return {
    name,
    texts: Object.fromEntries([first, ...further].map((one) => [one, { title: title(one) ?? file.title }])),
    actions: [{
      text: Object.fromEntries([first, ...further].map((one) => [one, WORDS[one].other])),
      link: `campaign/${file.name}`,
    }],
  }
}
