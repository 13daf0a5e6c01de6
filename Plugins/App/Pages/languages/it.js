import ground from "../../ground/languages/it.js"

export default { ...ground }
