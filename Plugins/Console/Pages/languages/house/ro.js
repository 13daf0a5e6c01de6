/** Settings, tokens, audit log and report: in Romanian. */
export default {
}
