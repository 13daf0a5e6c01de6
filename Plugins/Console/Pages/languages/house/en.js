/** Settings, tokens, audit log and report: in English. */
export default {
}
