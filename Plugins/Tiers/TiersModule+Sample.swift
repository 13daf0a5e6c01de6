package import QixModule

extension TiersModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "tier create bronze --from 100",
      "tier create silver --from 1000",
      "tier create gold --from 2000 --multiplier 1.25",
    ]
  }
}
