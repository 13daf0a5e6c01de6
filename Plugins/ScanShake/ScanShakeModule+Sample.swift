package import QixShake

extension ScanShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "product prefix set 4006381 --brand Stabilo",
      SampleStep("product import -", input: "gtin,name,brand\n4006381333931,Pen,Stabilo\n"),
    ]
  }
}
