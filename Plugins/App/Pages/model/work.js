/** A proof of work (`sessions.trial-work`): a moment of a phone's time, dear to those who make thousands. */

/**
 * Finds what makes SHA-256 of `qix:SECONDS:NUMBER` begin with so many zero bits.
 * @param {number} bits
 * @param {number} [now] milliseconds since 1970
 * @returns {Promise<string>} SECONDS:NUMBER
 */
export async function worked(bits, now = Date.now()) {
  const seconds = Math.floor(now / 1000)
  const text = new TextEncoder()
  for (let number = 0; ; number++) {
    const made = new Uint8Array(await crypto.subtle.digest("SHA-256", text.encode(`qix:${seconds}:${number}`)))
    if (zeros(made) >= bits) return `${seconds}:${number}`
  }
}

/** @param {Uint8Array} bytes */
function zeros(bytes) {
  let count = 0
  for (const byte of bytes) {
    if (byte !== 0) return count + Math.clz32(byte) - 24
    count += 8
  }
  return count
}
