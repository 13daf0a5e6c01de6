package import QixShake

extension ScanShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "product prefix set 4006381 --brand Stabilo",
      SampleStep("product import -", input: "gtin,name,brand\n4006381333931,Pen,Stabilo\n"),
      "campaign create pens --brand Stabilo --title Pens --start {today} --end 9998-12-31 --time-zone UTC --shake scan --award fixed:7",
      "campaign fund pens --amount 1000",
    ]
  }
}
