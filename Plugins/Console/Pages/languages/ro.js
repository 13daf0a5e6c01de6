import ground from "../../ground/languages/ro.js"
import lists from "./lists/ro.js"
import campaigns from "./campaigns/ro.js"
import studio from "./studio/ro.js"
import goods from "./goods/ro.js"
import house from "./house/ro.js"
import desk from "./desk/ro.js"

/** The console's sentences, in Romanian. */
export default {
  ...ground,
  ...lists,
  ...campaigns,
  ...studio,
  ...goods,
  ...house,
  "console.name": "consola {name}",
  "console.label": "Consolă",
  "console.skip": "Sari la conținut",
  "nav.home": "Început",
  "nav.first": "consola {name}, prima pagină",
  "nav.desk": "Asistență",
  "nav.operate": "Operare",
  "nav.house": "Sistem",
  "nav.gallery": "Galerie",
  "find.label": "Caută un client",
  "find.hint": "Id, nume, telefon, e-mail, comandă, voucher, trf_…, rdm_…, shk_…",
  "palette.pages": "Mergi la",
  "home.title": "Bună, {name}",
  "home.text": "Ce vezi și ce schimbi se înregistrează.",
  "role.admin": "Administrator",
  "role.operator": "Operator",
  "role.integrator": "Integrator",
  "role.support": "Asistență",
  "role.auditor": "Auditor",
  "who.until": "{role}, până la {time}",
  "who.language": "Limbă",
  "who.light": "Culori deschise",
  "who.dark": "Culori închise",
  "who.sign-out": "Ieși din cont",
  "door.title": "Autentifică-te",
  "door.where": "{name} la {host}",
  "door.motto": "Fiecare monedă are o poveste.",
  "door.token": "Token",
  "door.token.hint": "Textul din fișierul pe care l-ai primit.",
  "door.enter": "Autentifică-te cu tokenul",
  "door.provider": "Continuă cu {name}",
  "door.or": "sau cu un token",
  "door.ask": "Cere altul unui administrator; nu se pierde nimic.",
  "door.again": "Mai încearcă o dată sau folosește un token.",
  "door.foot": "Sesiunea se încheie după câteva ore sau când o închide un administrator. Ce vezi se înregistrează.",
  "ended.title": "Sesiunea ta s-a încheiat.",
  "ended.text": "Autentifică-te din nou ca să continui de unde ai rămas.",
  "confirm.title": "Ești tot tu?",
  "confirm.text": "E nevoie de o autentificare recentă. Lipește tokenul încă o dată.",
  "confirm.provider": "E nevoie de o autentificare recentă. {name} te va întreba și te va aduce înapoi.",
  "confirm.act": "Confirmă",
  "confirm.go": "Continuă",
  "leave.title": "Pleci fără să trimiți?",
  "leave.text": "Ce ai scris aici se pierde.",
  "leave.act": "Pleacă",
  // Finding, and a customer on one page.
  ...desk,
}
