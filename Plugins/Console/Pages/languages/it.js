import ground from "../../ground/languages/it.js"
import lists from "./lists/it.js"
import campaigns from "./campaigns/it.js"
import studio from "./studio/it.js"
import goods from "./goods/it.js"
import house from "./house/it.js"
import desk from "./desk/it.js"

/** The console's sentences, in Italian. */
export default {
  ...ground,
  ...lists,
  ...campaigns,
  ...studio,
  ...goods,
  ...house,
  "console.name": "console {name}",
  "console.label": "Console",
  "console.skip": "Vai al contenuto",
  "nav.home": "Inizio",
  "nav.first": "console {name}, prima pagina",
  "nav.desk": "Assistenza",
  "nav.operate": "Gestione",
  "nav.house": "Sistema",
  "nav.gallery": "Galleria",
  "find.label": "Trova un cliente",
  "find.hint": "Id, nome, telefono, email, ordine, buono, trf_…, rdm_…, shk_…",
  "palette.pages": "Vai a",
  "home.title": "Ciao, {name}",
  "home.text": "Ciò che guardi e modifichi viene registrato.",
  "role.admin": "Amministrazione",
  "role.operator": "Operatività",
  "role.integrator": "Integrazione",
  "role.support": "Assistenza",
  "role.auditor": "Revisione",
  "who.until": "{role}, fino alle {time}",
  "who.language": "Lingua",
  "who.light": "Colori chiari",
  "who.dark": "Colori scuri",
  "who.sign-out": "Esci",
  "door.title": "Accedi",
  "door.where": "{name} su {host}",
  "door.motto": "Ogni moneta ha una storia.",
  "door.token": "Token",
  "door.token.hint": "Il testo nel file che hai ricevuto.",
  "door.enter": "Accedi con il token",
  "door.provider": "Continua con {name}",
  "door.or": "o con un token",
  "door.ask": "Chiedine uno nuovo a chi amministra; non perdi nulla.",
  "door.again": "Riprova, o accedi con un token.",
  "door.foot": "La sessione termina dopo alcune ore o quando un amministratore la chiude. Ciò che guardi viene registrato.",
  "ended.title": "La tua sessione è terminata.",
  "ended.text": "Accedi di nuovo per riprendere da dove eri.",
  "confirm.title": "Sei ancora tu?",
  "confirm.text": "Serve un accesso recente. Incolla di nuovo il tuo token.",
  "confirm.provider": "Serve un accesso recente. {name} te lo chiederà e ti riporterà qui.",
  "confirm.act": "Conferma",
  "confirm.go": "Continua",
  "leave.title": "Uscire senza inviare?",
  "leave.text": "Ciò che hai scritto qui andrà perso.",
  "leave.act": "Esci",
  // Finding, and a customer on one page.
  ...desk,
}
