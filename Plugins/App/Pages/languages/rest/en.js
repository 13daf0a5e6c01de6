import goods from "../goods/en.js"
import person from "../person/en.js"
import play from "../play/en.js"
import senses from "../senses/en.js"
import watch from "../watch/en.js"

/** What all other views say, in English. */
export default { ...goods, ...person, ...play, ...senses, ...watch }
