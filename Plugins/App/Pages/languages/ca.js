import ground from "../../ground/languages/ca.js"

export default { ...ground }
