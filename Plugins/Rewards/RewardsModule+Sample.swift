package import QixModule

extension RewardsModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "reward create coffee --brand Alba --title 'A coffee' --delivery voucher:coffee --price 100",
      "reward create mug --brand Alba --title 'A mug' --delivery goods --price 150 --stock 3",
      "reward publish coffee mug",
      "reward create tree --brand Alba --title 'A tree' --delivery donation:Forest --price 20",
      "reward redeem mug --user shop-4711 --idempotency-key tap-979",
      "reward redeem coffee --user shop-4711 --idempotency-key tap-980",
    ]
  }
}
