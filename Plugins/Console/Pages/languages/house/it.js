/** Settings, tokens, audit log and report: in Italian. */
export default {
}
