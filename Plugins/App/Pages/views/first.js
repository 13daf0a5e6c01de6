/** The views that one meets first, which come with the app. */

import Home from "./home.js"
import Welcome from "./welcome.js"

/** @type {Record<string, import("../coordinators/coordinator.js").ViewClass>} */
export const first = {
  home: Home, welcome: Welcome,
}
