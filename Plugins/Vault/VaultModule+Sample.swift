package import QixModule

extension VaultModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "vault init --key-file {home}/vault.key",
      SampleStep("vault set smtp mailer@example.org --reader messages --reader run", input: "sample password"),
    ]
  }
}
