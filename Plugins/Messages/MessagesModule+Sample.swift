package import QixModule

extension MessagesModule: SampleProviding {
  /// Messages are taken and go nowhere: a sample writes to nobody.
  package static var sample: [SampleStep] {
    [
      "setting set messages.command /bin/true",
      "setting set messages.phone-via command",
    ]
  }
}
