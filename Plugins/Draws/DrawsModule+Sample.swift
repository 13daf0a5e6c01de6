package import QixModule

extension DrawsModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "raffle create spring --winners 1",
      "raffle enter spring --user shop-4711 --tickets 3",
      "raffle create easter --winners 1",
      "raffle enter easter --user shop-4712",
      "raffle freeze easter",
    ]
  }
}
