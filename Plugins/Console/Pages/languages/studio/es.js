/** The form of a campaign: in Spanish. */
export default {
}
