internal import Synchronization

/// Inverse transform of two real sequences at once, in two thirds of the time of one by one: a complex sequence whose
/// real parts are the first and whose imaginary parts the second.
final class PairFourier: Sendable {
  /// Samples of a sequence.
  let size: Int

  private let fftw: FFTW
  private let made: Made

  /// A plan. Nothing changes it until it is destroyed, and FFTW executes it on any thread.
  private struct Made: Sendable {
    nonisolated(unsafe) let plan: FFTW.Plan
  }

  init(size: Int) {
    guard case .success(let fftw) = FFTW.loaded else { preconditionFailure("FFTW wasn't loaded before") }
    self.size = size
    self.fftw = fftw
    guard let spectrum = fftw.allocate(8 * size), let samples = fftw.allocate(8 * size) else {
      preconditionFailure("there is no memory for a transform of \(size) samples")
    }
    defer {
      fftw.free(spectrum)
      fftw.free(samples)
    }
    // Only the planner reads them, before this initialiser ends; no other code has them.
    nonisolated(unsafe) let place = (spectrum: spectrum, samples: samples)
    let made = FFTW.planner.withLock { _ -> Made? in
      fftw.planComplex(
        Int32(size), place.spectrum, place.samples, FFTW.backward, FFTW.estimate | FFTW.preserveInput
      ).map { Made(plan: $0) }
    }
    guard let made else { preconditionFailure("FFTW has no plan for \(size) samples") }
    self.made = made
  }

  deinit { FFTW.planner.withLock { _ in fftw.destroy(made.plan) } }

  /// Transforms `size` values back to as many pairs of samples, without the factor 1 / size.
  func inverse(_ spectrum: UnsafePointer<Complex>, into pairs: UnsafeMutablePointer<Complex>) {
    let input = UnsafeMutableRawPointer(mutating: spectrum), output = UnsafeMutableRawPointer(pairs)
    precondition(RealFourier.isAligned(input) && RealFourier.isAligned(output))
    fftw.executeComplex(made.plan, input, output)
  }
}
