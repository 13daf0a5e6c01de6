package import QixModule

extension DrawsModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "raffle create spring --winners 1",
      "raffle enter spring --user shop-4711 --tickets 3",
    ]
  }
}
