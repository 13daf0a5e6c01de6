package import QixModule

extension OpenIDModule: SampleProviding {
  package static var sample: [SampleStep] {
    ["auth provider add facebook --audience 1234567890"]
  }
}
