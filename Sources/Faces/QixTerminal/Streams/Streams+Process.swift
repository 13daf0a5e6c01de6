package import QixCommands
internal import QixKernel

extension Streams {
  /// The streams of this process.
  package static var process: Streams {
    var streams = Streams(
      output: FileOutput(1), errors: FileOutput(2), input: FileInput.standard(.process), clock: SystemClock(),
      interruption: .process, person: ControllingTerminal())
    streams.catchSignals = { Interruption.catchSignals() }
    return streams
  }
}
