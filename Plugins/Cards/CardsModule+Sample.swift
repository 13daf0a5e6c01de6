internal import QixCommands
package import QixModule

extension CardsModule: SampleProviding {
  package static var sample: [SampleStep] { [harvest, coffee, wallet, "card publish harvest coffee wallet"] }

  private static let harvest = card(
    "harvest", .plain, order: 1, link: "campaign/harvest",
    [
      (.en, "Harvest is on", "Shake while it is on TV. A shake that counts brings 20 coins.", "Shake now"),
      (.it, "Harvest è in onda", "Agita mentre è in TV. Uno shake valido porta 20 monete.", "Agita ora"),
      (.es, "Harvest está en antena", "Agita mientras está en la tele. Un shake válido da 20 monedas.", "Agita ahora"),
      (.ca, "Harvest és en antena", "Sacseja mentre és a la tele. Un shake vàlid dona 20 monedes.", "Sacseja ara"),
      (.ro, "Harvest este la TV", "Scutură cât este la TV. Un shake valid aduce 20 de monede.", "Scutură acum"),
    ])

  private static let coffee = card(
    "coffee", .tint, order: 2, link: "reward/coffee",
    [
      (.en, "A coffee for 100 coins", "Show the voucher at the till.", "Take it"),
      (.it, "Un caffè per 100 monete", "Mostra il buono alla cassa.", "Prendilo"),
      (.es, "Un café por 100 monedas", "Enseña el vale en la caja.", "Canjéalo"),
      (.ca, "Un cafè per 100 monedes", "Ensenya el val a la caixa.", "Bescanvia'l"),
      (.ro, "O cafea pentru 100 de monede", "Arată voucherul la casă.", "Ia cafeaua"),
    ])

  private static let wallet = card(
    "wallet", .plain, order: 3, link: "wallet",
    [
      (.en, "Your coins", "See where they came from and when they expire.", "Open the wallet"),
      (.it, "Le tue monete", "Guarda da dove vengono e quando scadono.", "Apri il portafoglio"),
      (.es, "Tus monedas", "Mira de dónde vienen y cuándo caducan.", "Abre el monedero"),
      (.ca, "Les teves monedes", "Mira d'on venen i quan caduquen.", "Obre el moneder"),
      (.ro, "Monedele tale", "Vezi de unde vin și când expiră.", "Deschide portofelul"),
    ])

  private static func card(
    _ name: String, _ tone: Card.Tone, order: Int64, link: String,
    _ texts: [(language: Language, title: String, text: String, action: String)]
  ) -> SampleStep {
    var (words, action, card) = (JSONObject(), JSONObject(), JSONObject())
    for text in texts {
      words[text.language.rawValue] = [CardKeys.title: .string(text.title), CardKeys.text: .string(text.text)]
      action[text.language.rawValue] = .string(text.action)
    }
    card[CardKeys.name] = .string(name)
    card[CardKeys.texts] = .object(words)
    card[CardKeys.tone] = .string(tone.rawValue)
    card[CardKeys.actions] = [[CardKeys.text: .object(action), CardKeys.link: .string(link)]]
    card[CardKeys.order] = .integer(order)
    return SampleStep("card create --file -", input: JSONValue.object(card).text())
  }
}
