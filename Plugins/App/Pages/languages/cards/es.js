/** Cards: in Spanish. */
export default {
  "cards.list": "Tarjetas, página {page} de {count}",
  "cards.list-one": "Tarjetas",
  "cards.page": "Página {page}",
  "cards.pages": "Páginas de tarjetas",
  "cards.next": "Tarjetas siguientes",
  "cards.previous": "Tarjetas anteriores",
}
