/** Campaigns, and the calendar: in English. */
export default {
}
