package import QixShake

extension ScanShakeModule: SampleProviding {
  package static var sample: [SampleStep] { ["product prefix set 4006381 --brand Stabilo"] }
}
