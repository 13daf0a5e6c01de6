package import QixShake

extension StadiumShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "campaign create cup --brand Alba --title Cup --start {today} --end 9998-12-31 --time-zone UTC --shake stadium --award fixed:5",
      "stadium event add derby --start 2027-06-12T19:30:00+02:00 --length 4h --campaign cup --position 41.3809,2.1228",
    ]
  }
}
