package import QixShake

extension TVShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "tv schedule add --channel 'Rai 1' --programme Quiz --start {today}T00:00 --length 2d --zone UTC",
      "campaign create harvest --brand Alba --title Harvest --start {today} --end 9998-12-31 --time-zone UTC --shake tv --set 'tv.channels=[\"Rai 1\"]' --award fixed:20",
      "campaign fund harvest --amount 50000",
      "campaign start harvest",
      "shake send --user shop-4711 --type tv --campaign harvest --idempotency-key tv-980",
    ]
  }
}
