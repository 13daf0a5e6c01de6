import goods from "../goods/it.js"
import person from "../person/it.js"
import play from "../play/it.js"
import senses from "../senses/it.js"
import watch from "../watch/it.js"

/** What all other views say, in Italian. */
export default { ...goods, ...person, ...play, ...senses, ...watch }
