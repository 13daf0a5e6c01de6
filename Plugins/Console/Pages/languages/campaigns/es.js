/** Campaigns, and the calendar: in Spanish. */
export default {
}
