/** Codes of countries, the likeliest first. */
export const COUNTRIES = ["+39", "+34", "+40", "+376", "+44", "+33", "+41", "+43", "+49", "+351", "+30", "+48", "+1"]

/** A number as one reads it, such as +39 349 123 4567; an address stays as it is. @param {string} address */
export function spaced(address) {
  if (!address.startsWith("+")) return address
  const country = COUNTRIES.find((one) => address.startsWith(one)) ?? ""
  return `${country} ${address.slice(country.length).replaceAll(/\d{3}(?=\d{3})/g, "$& ")}`.trim()
}
