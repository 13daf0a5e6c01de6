package import QixModule

extension IdentityModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      // Nobody can read a code there that is sent to a phone.
      "setting set identity.signed-requires phone",
      "user create --external-id shop-4711",
      "user create --external-id shop-4712",
      "user create --external-id app-4711",
      "user create --external-id app-9",
      SampleStep(
        "user set shop-4711 --file -", input: #"{"phone": "+491701234567", "address": "Hauptstr. 1, Berlin"}"#),
    ]
  }
}
