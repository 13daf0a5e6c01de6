/** Cards: in Catalan. */
export default {
  "cards.list": "Targetes, pàgina {page} de {count}",
  "cards.list-one": "Targetes",
  "cards.page": "Pàgina {page}",
  "cards.pages": "Pàgines de targetes",
  "cards.next": "Targetes següents",
  "cards.previous": "Targetes anteriors",
}
