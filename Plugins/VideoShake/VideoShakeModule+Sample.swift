package import QixShake

extension VideoShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "video add teaser --length 60s",
      "video add trailer --length 1s",
      "campaign create film --brand Alba --title Film --start {today} --end 9998-12-31 --time-zone UTC --shake video --set video.video=trailer --award fixed:5",
      "campaign fund film --amount 1000",
      "campaign start film",
    ]
  }
}
