/** Campaigns, and the calendar: in Italian. */
export default {
}
