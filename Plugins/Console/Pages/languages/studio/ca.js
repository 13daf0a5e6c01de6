/** The form of a campaign: in Catalan. */
export default {
}
