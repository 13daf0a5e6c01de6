/** Settings, tokens, audit log and report: in Spanish. */
export default {
}
