/** The form of a campaign: in English. */
export default {
}
