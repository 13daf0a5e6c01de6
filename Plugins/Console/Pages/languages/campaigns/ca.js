/** Campaigns, and the calendar: in Catalan. */
export default {
}
