internal import Synchronization

/// Discrete Fourier transform of real sequences of one length, over FFTW in single precision.
///
/// `Watermark.load` comes before the first. Plans are estimated, never measured: measured plans differ from run to run, and the
/// last bits of results with them. A plan is immutable; FFTW's execution with other arrays is safe on any thread.
package final class RealFourier: Sendable {
  /// Real samples of a sequence, at least 2.
  package let size: Int
  /// Complex values of a spectrum: size / 2 + 1.
  package var bins: Int { size / 2 + 1 }

  /// Two plans. Nothing changes them until they are destroyed, and FFTW executes one on any thread.
  private struct Pair: Sendable {
    nonisolated(unsafe) let forward: FFTW.Plan
    nonisolated(unsafe) let inverse: FFTW.Plan
  }

  private let fftw: FFTW
  private let plans: Pair

  /// - Parameter size: even, and quick where its prime factors are 2, 3, 5 and 7.
  package init(size: Int) {
    precondition(size >= 2 && size % 2 == 0, "a transform's size is even")
    guard case .success(let fftw) = FFTW.loaded else { preconditionFailure("FFTW wasn't loaded before") }
    self.size = size
    self.fftw = fftw
    guard let samples = fftw.allocate(4 * size), let spectrum = fftw.allocate(8 * (size / 2 + 1)) else {
      preconditionFailure("there is no memory for a transform of \(size) samples")
    }
    defer {
      fftw.free(samples)
      fftw.free(spectrum)
    }
    // Only the planner reads them, before this initialiser ends; no other code has them.
    nonisolated(unsafe) let place = (samples: samples, spectrum: spectrum)
    let made = FFTW.planner.withLock { _ -> Pair? in
      guard
        let forward = fftw.planForward(
          Int32(size), place.samples, place.spectrum, FFTW.estimate | FFTW.preserveInput),
        let inverse = fftw.planInverse(Int32(size), place.spectrum, place.samples, FFTW.estimate | FFTW.destroyInput)
      else { return nil }
      return Pair(forward: forward, inverse: inverse)
    }
    guard let made else { preconditionFailure("FFTW has no plan for \(size) samples") }
    plans = made
  }

  deinit {
    FFTW.planner.withLock { _ in
      fftw.destroy(plans.forward)
      fftw.destroy(plans.inverse)
    }
  }

  /// Transforms `size` samples to `bins` values (e^−jωt, no factor).
  package func forward(_ samples: UnsafePointer<Float>, into spectrum: UnsafeMutablePointer<Complex>) {
    let input = UnsafeMutableRawPointer(mutating: samples), output = UnsafeMutableRawPointer(spectrum)
    precondition(Self.isAligned(input) && Self.isAligned(output))
    fftw.executeForward(plans.forward, input, output)
  }

  /// Transforms `bins` values back to `size` samples, without the factor 1 / size, and overwrites the values.
  package func inverse(_ spectrum: UnsafeMutablePointer<Complex>, into samples: UnsafeMutablePointer<Float>) {
    let input = UnsafeMutableRawPointer(spectrum), output = UnsafeMutableRawPointer(samples)
    precondition(Self.isAligned(input) && Self.isAligned(output))
    fftw.executeInverse(plans.inverse, input, output)
  }

  /// Plans for aligned arrays take a third of the time of others; Swift's arrays begin at multiples of 16 bytes.
  static func isAligned(_ pointer: UnsafeMutableRawPointer) -> Bool { UInt(bitPattern: pointer) % 16 == 0 }

  package func forward(_ samples: [Float]) -> [Complex] {
    precondition(samples.count == size)
    return [Complex](unsafeUninitializedCapacity: bins) { buffer, count in
      samples.withUnsafeBufferPointer { forward($0.start, into: buffer.start) }
      count = bins
    }
  }

  /// Samples of a spectrum, with the factor 1 / size.
  package func inverse(_ spectrum: [Complex]) -> [Float] {
    precondition(spectrum.count == bins)
    var spectrum = spectrum
    var samples = [Float](unsafeUninitializedCapacity: size) { buffer, count in
      spectrum.withUnsafeMutableBufferPointer { inverse($0.start, into: buffer.start) }
      count = size
    }
    let factor = 1 / Float(size)
    for index in samples.indices { samples[index] *= factor }
    return samples
  }

  /// The least power of two that isn't below a count.
  package static func powerOfTwo(atLeast count: Int) -> Int {
    var size = 2
    while size < count { size *= 2 }
    return size
  }
}
