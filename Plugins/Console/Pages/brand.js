/** The installation as its operator has named it. */
export const brand = {
  name: "qix",
  /** @type {string | null} */
  logo: null,
  language: "en",
  zone: "UTC",
  async load() {
    const answer = await fetch("/brand.json", { credentials: "omit" }).catch(() => undefined)
    if (answer?.ok) Object.assign(this, await answer.json())
  },
}
