package import QixModule

extension AccessModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "token create till-7 --role integrator --output {home}/till-7.token"
    ]
  }
}
