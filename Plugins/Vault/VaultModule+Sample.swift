package import QixModule

extension VaultModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "vault init --key-file {home}/vault.key"
    ]
  }
}
