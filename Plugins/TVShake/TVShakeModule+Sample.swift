package import QixShake

extension TVShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "tv schedule add --channel 'Rai 1' --programme Quiz --start {today}T00:00 --length 2d --zone UTC",
      "campaign create harvest --brand Alba --title Harvest --start {today} --end 9998-12-31 --time-zone UTC --shake tv --set 'tv.channels=[\"Rai 1\"]' --award fixed:20",
      "campaign fund harvest --amount 50000",
      "campaign start harvest",
      "campaign create summer --brand Alba --title Summer --start {today} --end {soon} --time-zone UTC --shake tv --set 'tv.channels=[\"Rai 1\"]' --award weighted:0x9,20x1",
      "campaign create autumn --brand Alba --title Autumn --start {today} --end {soon} --time-zone UTC --shake tv --set 'tv.channels=[\"Rai 1\"]' --award fixed:5",
      "campaign create lottery --brand Alba --title Lottery --start {today} --end {soon} --time-zone UTC --shake tv --set 'tv.channels=[\"Rai 1\"]' --award weighted:0x9,20x1",
      "campaign start lottery",
      "shake send --user shop-4711 --type tv --campaign harvest --idempotency-key tv-980",
    ]
  }
}
