package import QixKernel

/// Why something could not be measured, or turned out wrong.
package struct MeasuringError: Diagnosable {
  package let sentence: Sentence

  package init(_ sentence: Sentence) { self.sentence = sentence }

  package var category: ErrorCategory { .failed }
  package var code: String { "bench.failed" }
}
