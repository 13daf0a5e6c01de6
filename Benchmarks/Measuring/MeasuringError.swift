package import QixKernel

/// Why something could not be measured, or turned out wrong.
package struct MeasuringError: Diagnosable {
  package let description: String

  package init(_ description: String) { self.description = description }

  package var category: ErrorCategory { .failed }
  package var code: String { "bench.failed" }
}
