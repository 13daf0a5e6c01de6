import goods from "../goods/ro.js"
import person from "../person/ro.js"
import play from "../play/ro.js"
import senses from "../senses/ro.js"
import watch from "../watch/ro.js"

/** What all other views say, in Romanian. */
export default { ...goods, ...person, ...play, ...senses, ...watch }
