/** Cards: in English. */
export default {
  "cards.list": "Cards, page {page} of {count}",
  "cards.list-one": "Cards",
  "cards.page": "Page {page}",
  "cards.pages": "Pages of cards",
  "cards.next": "Next cards",
  "cards.previous": "Previous cards",
}
