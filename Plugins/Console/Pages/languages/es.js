import ground from "../../ground/languages/es.js"
import lists from "./lists/es.js"
import campaigns from "./campaigns/es.js"
import studio from "./studio/es.js"
import goods from "./goods/es.js"
import house from "./house/es.js"
import desk from "./desk/es.js"

/** The console's sentences, in Spanish. */
export default {
  ...ground,
  ...lists,
  ...campaigns,
  ...studio,
  ...goods,
  ...house,
  "console.name": "consola de {name}",
  "console.label": "Consola",
  "console.skip": "Ir al contenido",
  "nav.home": "Inicio",
  "nav.first": "consola de {name}, primera página",
  "nav.desk": "Atención",
  "nav.operate": "Gestión",
  "nav.house": "Sistema",
  "nav.gallery": "Galería",
  "find.label": "Buscar un cliente",
  "find.hint": "Id, nombre, teléfono, correo, pedido, vale, trf_…, rdm_…, shk_…",
  "palette.pages": "Ir a",
  "home.title": "Hola, {name}",
  "home.text": "Lo que miras y cambias queda registrado.",
  "role.admin": "Administración",
  "role.operator": "Operaciones",
  "role.integrator": "Integración",
  "role.support": "Atención",
  "role.auditor": "Auditoría",
  "who.until": "{role}, hasta las {time}",
  "who.language": "Idioma",
  "who.light": "Colores claros",
  "who.dark": "Colores oscuros",
  "who.sign-out": "Cerrar sesión",
  "door.title": "Inicia sesión",
  "door.where": "{name} en {host}",
  "door.motto": "Cada moneda tiene una historia.",
  "door.token": "Token",
  "door.token.hint": "El texto del archivo que te dieron.",
  "door.enter": "Inicia sesión con el token",
  "door.provider": "Continuar con {name}",
  "door.or": "o con un token",
  "door.ask": "Pide uno nuevo a quien administra; no pierdes nada.",
  "door.again": "Inténtalo de nuevo o entra con un token.",
  "door.foot": "La sesión termina tras unas horas o cuando la cierra un administrador. Lo que miras queda registrado.",
  "ended.title": "Tu sesión ha terminado.",
  "ended.text": "Inicia sesión de nuevo para seguir donde estabas.",
  "confirm.title": "¿Sigues siendo tú?",
  "confirm.text": "Hace falta un inicio de sesión reciente. Pega tu token otra vez.",
  "confirm.provider": "Hace falta un inicio de sesión reciente. {name} te lo pedirá y te traerá de vuelta.",
  "confirm.act": "Confirmar",
  "confirm.go": "Continuar",
  "leave.title": "¿Salir sin enviar?",
  "leave.text": "Se pierde lo que has escrito aquí.",
  "leave.act": "Salir",
  // Finding, and a customer on one page.
  ...desk,
}
