/** Codes of RFC 6238 by HMAC-SHA-256: eight digits, another one each 30 seconds. */

const STEP = 30

/**
 * @param {string} key in base64, or as addresses have it
 * @returns {Promise<CryptoKey>}
 */
export const imported = (key) =>
  crypto.subtle.importKey("raw", Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)), { name: "HMAC", hash: "SHA-256" },
    false, ["sign"])

/**
 * @param {CryptoKey} key
 * @param {number} at milliseconds since 1970
 * @returns {Promise<string>}
 */
export async function totp(key, at) {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(at / 1000 / STEP)))
  const made = new DataView(await crypto.subtle.sign("HMAC", key, counter))
  const offset = made.getUint8(made.byteLength - 1) & 15
  return String((made.getUint32(offset) & 0x7fffffff) % 1e8).padStart(8, "0")
}

/** Seconds until there is another code. @param {number} at milliseconds since 1970 */
export const secondsLeft = (at) => STEP - Math.floor(at / 1000) % STEP
