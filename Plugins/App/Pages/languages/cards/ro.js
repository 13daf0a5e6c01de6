/** Cards: in Romanian. */
export default {
  "cards.list": "Carduri, pagina {page} din {count}",
  "cards.list-one": "Carduri",
  "cards.page": "Pagina {page}",
  "cards.pages": "Pagini de carduri",
  "cards.next": "Cardurile următoare",
  "cards.previous": "Cardurile anterioare",
}
