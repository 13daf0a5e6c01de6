import ground from "../../ground/languages/ro.js"

export default { ...ground }
