/** Settings, tokens, audit log and report: in Catalan. */
export default {
}
