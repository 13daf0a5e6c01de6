import goods from "../goods/ca.js"
import person from "../person/ca.js"
import play from "../play/ca.js"
import senses from "../senses/ca.js"
import watch from "../watch/ca.js"

/** What all other views say, in Catalan. */
export default { ...goods, ...person, ...play, ...senses, ...watch }
