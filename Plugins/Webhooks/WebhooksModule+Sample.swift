package import QixModule

extension WebhooksModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "webhook add https://hooks.example.com/qix --events shake.refused"
    ]
  }
}
