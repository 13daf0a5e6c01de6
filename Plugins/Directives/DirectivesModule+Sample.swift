package import QixModule

extension DirectivesModule: SampleProviding {
  package static var sample: [SampleStep] {
    ["directive add summer --link qix://acme/summer --campaign summer --type tv"]
  }
}
