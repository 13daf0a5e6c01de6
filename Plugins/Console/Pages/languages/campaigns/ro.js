/** Campaigns, and the calendar: in Romanian. */
export default {
}
