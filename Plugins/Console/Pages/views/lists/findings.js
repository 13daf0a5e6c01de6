/** What the doctor found: the worst first, and the commands that its remedies name. */

/** @typedef {{ check: string, verdict: string, detail: string, remedy: string | null }} Finding */

/** @type {Record<string, number>} */
const WEIGHT = { error: 0, failure: 0, warning: 1 }

/** @param {Finding} finding */
export const isWell = ({ verdict }) => verdict === "ok"

/** Those that need work, the worst first. @param {Finding[]} findings */
export const ailing = (findings) =>
  findings.filter((one) => !isWell(one)).sort((one, other) => (WEIGHT[one.verdict] ?? 0) - (WEIGHT[other.verdict] ?? 0))

/** The command lines of qix in a sentence, between backticks. @param {string | null} remedy */
export const linesIn = (remedy) => [...(remedy ?? "").matchAll(/`(qix [^`]+)`/g)].map(([, line]) => line)

/**
 * The command that a line runs: the longest that it begins with.
 * @template {{ command: string }} C
 * @param {string} line
 * @param {C[]} commands
 * @returns {C | undefined}
 */
export const commandOf = (line, commands) =>
  commands.filter(({ command }) => `${line} `.startsWith(`qix ${command} `))
    .sort((one, other) => other.command.length - one.command.length)[0]
