import ground from "../../ground/languages/en.js"
import lists from "./lists/en.js"
import campaigns from "./campaigns/en.js"
import studio from "./studio/en.js"
import goods from "./goods/en.js"
import house from "./house/en.js"
import desk from "./desk/en.js"

/** The console's sentences, in English. */
export default {
  ...ground,
  ...lists,
  ...campaigns,
  ...studio,
  ...goods,
  ...house,
  "console.name": "{name} console",
  "console.label": "Console",
  "console.skip": "Skip to content",
  "nav.home": "Start",
  "nav.first": "{name} console, first page",
  "nav.desk": "Desk",
  "nav.operate": "Operate",
  "nav.house": "House",
  "nav.gallery": "Gallery",
  "find.label": "Find a customer",
  "find.hint": "Id, name, phone, email, order, voucher, trf_…, rdm_…, shk_…",
  "palette.pages": "Go to",
  "home.title": "Hello, {name}",
  "home.text": "What you look at and change is written down.",
  "role.admin": "Admin",
  "role.operator": "Operator",
  "role.integrator": "Integrator",
  "role.support": "Support",
  "role.auditor": "Auditor",
  "who.until": "{role}, until {time}",
  "who.language": "Language",
  "who.light": "Light colours",
  "who.dark": "Dark colours",
  "who.sign-out": "Sign out",
  "door.title": "Sign in",
  "door.where": "{name} at {host}",
  "door.motto": "Every coin has a story.",
  "door.token": "Token",
  "door.token.hint": "The text in the file that you were given.",
  "door.enter": "Sign in with the token",
  "door.provider": "Continue with {name}",
  "door.or": "or by token",
  "door.ask": "Ask an admin for a new one; nothing of yours is lost.",
  "door.again": "Try once more, or sign in by a token.",
  "door.foot": "The session ends after some hours, or when an admin ends it. What you look at is written down.",
  "ended.title": "Your session has ended.",
  "ended.text": "Sign in again to go on where you were.",
  "confirm.title": "Is it still you?",
  "confirm.text": "This needs a recent sign-in. Paste your token once more.",
  "confirm.provider": "This needs a recent sign-in. {name} will ask you, and lead you back here.",
  "confirm.act": "Confirm",
  "confirm.go": "Continue",
  "leave.title": "Leave without sending?",
  "leave.text": "What you typed here is lost.",
  "leave.act": "Leave",
  // Finding, and a customer on one page.
  ...desk,
}
