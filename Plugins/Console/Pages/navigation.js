/** How a view leads to another one; the console sets it at its start. */
export const navigation = {
  /** @type {(address: string, options?: { replaces?: boolean }) => Promise<void>} */
  go: () => Promise.resolve(),
  /** Shows the view of now once more. @type {() => Promise<void>} */
  again: () => Promise.resolve(),
  /** Says whether something was typed that leaving would lose. @type {(has: boolean) => void} */
  hasChanges: () => {},
}

/** What is looked for: in memory alone, since an address stands in the logs of servers and proxies. */
export const search = {
  text: "",
  /** @type {string[]} */
  recent: [],
}
