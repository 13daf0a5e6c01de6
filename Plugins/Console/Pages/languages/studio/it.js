/** The form of a campaign: in Italian. */
export default {
}
