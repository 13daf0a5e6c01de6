package import QixModule

extension BadgesModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "badge create week --days 7 --title 'A whole week'",
      "badge create founder --by-hand --title Founder",
      "badge award founder --user shop-4712 --reason 'was there on day one'",
    ]
  }
}
