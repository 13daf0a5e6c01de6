import goods from "../goods/es.js"
import person from "../person/es.js"
import play from "../play/es.js"
import senses from "../senses/es.js"
import watch from "../watch/es.js"

/** What all other views say, in Spanish. */
export default { ...goods, ...person, ...play, ...senses, ...watch }
