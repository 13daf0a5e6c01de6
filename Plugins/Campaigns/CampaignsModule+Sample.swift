package import QixModule

extension CampaignsModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "segment create loyal",
      SampleStep("segment import loyal --file -", input: "user\nshop-4711\n"),
    ]
  }
}
