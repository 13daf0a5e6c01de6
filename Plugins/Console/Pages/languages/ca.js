import ground from "../../ground/languages/ca.js"
import lists from "./lists/ca.js"
import campaigns from "./campaigns/ca.js"
import studio from "./studio/ca.js"
import goods from "./goods/ca.js"
import house from "./house/ca.js"
import desk from "./desk/ca.js"

/** The console's sentences, in Catalan. */
export default {
  ...ground,
  ...lists,
  ...campaigns,
  ...studio,
  ...goods,
  ...house,
  "console.name": "consola de {name}",
  "console.label": "Consola",
  "console.skip": "Ves al contingut",
  "nav.home": "Inici",
  "nav.first": "consola de {name}, primera pàgina",
  "nav.desk": "Atenció",
  "nav.operate": "Gestió",
  "nav.house": "Sistema",
  "nav.gallery": "Galeria",
  "find.label": "Cerca un client",
  "find.hint": "Id, nom, telèfon, correu, comanda, val, trf_…, rdm_…, shk_…",
  "palette.pages": "Ves a",
  "home.title": "Hola, {name}",
  "home.text": "El que mires i canvies queda registrat.",
  "role.admin": "Administració",
  "role.operator": "Operacions",
  "role.integrator": "Integració",
  "role.support": "Atenció",
  "role.auditor": "Auditoria",
  "who.until": "{role}, fins a les {time}",
  "who.language": "Llengua",
  "who.light": "Colors clars",
  "who.dark": "Colors foscos",
  "who.sign-out": "Tanca la sessió",
  "door.title": "Inicia la sessió",
  "door.where": "{name} a {host}",
  "door.motto": "Cada moneda té una història.",
  "door.token": "Token",
  "door.token.hint": "El text del fitxer que t’han donat.",
  "door.enter": "Inicia la sessió amb el token",
  "door.provider": "Continua amb {name}",
  "door.or": "o amb un token",
  "door.ask": "Demana’n un de nou a qui administra; no perds res.",
  "door.again": "Torna-ho a provar o entra amb un token.",
  "door.foot": "La sessió s’acaba al cap d’unes hores o quan la tanca un administrador. El que mires queda registrat.",
  "ended.title": "La teva sessió s’ha acabat.",
  "ended.text": "Inicia la sessió de nou per continuar on eres.",
  "confirm.title": "Encara ets tu?",
  "confirm.text": "Cal un inici de sessió recent. Enganxa el token un altre cop.",
  "confirm.provider": "Cal un inici de sessió recent. {name} t’ho demanarà i et tornarà aquí.",
  "confirm.act": "Confirma",
  "confirm.go": "Continua",
  "leave.title": "Sortir sense enviar?",
  "leave.text": "Es perd el que has escrit aquí.",
  "leave.act": "Surt",
  // Finding, and a customer on one page.
  ...desk,
}
