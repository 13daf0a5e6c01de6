import ground from "../../ground/languages/es.js"

export default { ...ground }
