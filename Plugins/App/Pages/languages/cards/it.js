/** Cards: in Italian. */
export default {
  "cards.list": "Carte, pagina {page} di {count}",
  "cards.list-one": "Carte",
  "cards.page": "Pagina {page}",
  "cards.pages": "Pagine di carte",
  "cards.next": "Carte seguenti",
  "cards.previous": "Carte precedenti",
}
