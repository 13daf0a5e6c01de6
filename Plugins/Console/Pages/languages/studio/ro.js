/** The form of a campaign: in Romanian. */
export default {
}
