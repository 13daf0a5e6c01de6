package import QixModule

extension CoinsModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "budget create summer --amount 100000",
      "budget create goodwill --amount 1000",
      "coins issue --to shop-4711 --amount 1500 --from budget:summer --expires P12M --reason welcome --idempotency-key order-981",
      "coins issue --to shop-4712 --amount 300 --reason welcome",
      "coins redeem --from shop-4711 --amount 100 --reason coffee",
      "coins hold --from shop-4711 --amount 20 --idempotency-key table-7",
      SampleStep("coins issue --file - --batch july.csv --create-users", input: "user,amount\nada,60\nbo,60\n"),
    ]
  }
}
