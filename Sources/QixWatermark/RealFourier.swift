internal import CFFTW
internal import Synchronization

/// Discrete Fourier transform of real sequences of one length, over FFTW in single precision.
///
/// The only place that calls FFTW. Plans are estimated, never measured: measured plans differ from run to run, and the
/// last bits of results with them. A plan is immutable; FFTW's execution with other arrays is safe on any thread.
package final class RealFourier: Sendable {
  /// Real samples of a sequence, at least 2.
  package let size: Int
  /// Complex values of a spectrum: size / 2 + 1.
  package var bins: Int { size / 2 + 1 }

  /// Two plans. Nothing changes them until they are destroyed, and FFTW executes one on any thread.
  private struct Pair: Sendable {
    nonisolated(unsafe) let forward: fftwf_plan
    nonisolated(unsafe) let inverse: fftwf_plan
  }

  private let plans: Pair

  /// FFTW's planner isn't safe on several threads.
  private static let planner = Mutex(())

  /// - Parameter size: even, and quick where its prime factors are 2, 3, 5 and 7.
  package init(size: Int) {
    precondition(size >= 2 && size % 2 == 0, "a transform's size is even")
    self.size = size
    guard let samples = fftwf_alloc_real(size), let spectrum = fftwf_alloc_complex(size / 2 + 1) else {
      preconditionFailure("there is no memory for a transform of \(size) samples")
    }
    defer {
      fftwf_free(samples)
      fftwf_free(spectrum)
    }
    let flags = FFTW_ESTIMATE
    // Only the planner reads them, before this initialiser ends; nobody else has them.
    nonisolated(unsafe) let place = (samples: samples, spectrum: spectrum)
    let made = Self.planner.withLock { _ in
      Pair(
        forward: fftwf_plan_dft_r2c_1d(Int32(size), place.samples, place.spectrum, flags | FFTW_PRESERVE_INPUT),
        inverse: fftwf_plan_dft_c2r_1d(Int32(size), place.spectrum, place.samples, flags | FFTW_DESTROY_INPUT))
    }
    plans = made
  }

  deinit {
    Self.planner.withLock { _ in
      fftwf_destroy_plan(plans.forward)
      fftwf_destroy_plan(plans.inverse)
    }
  }

  /// Transforms `size` samples to `bins` values (e^−jωt, no factor).
  package func forward(_ samples: UnsafePointer<Float>, into spectrum: UnsafeMutablePointer<Complex>) {
    let input = UnsafeMutablePointer(mutating: samples)
    spectrum.withMemoryRebound(to: fftwf_complex.self, capacity: bins) { spectrum in
      precondition(Self.isAligned(input) && Self.isAligned(UnsafeMutableRawPointer(spectrum)))
      fftwf_execute_dft_r2c(plans.forward, input, spectrum)
    }
  }

  /// Transforms `bins` values back to `size` samples, without the factor 1 / size, and overwrites the values.
  package func inverse(_ spectrum: UnsafeMutablePointer<Complex>, into samples: UnsafeMutablePointer<Float>) {
    spectrum.withMemoryRebound(to: fftwf_complex.self, capacity: bins) { spectrum in
      precondition(Self.isAligned(samples) && Self.isAligned(UnsafeMutableRawPointer(spectrum)))
      fftwf_execute_dft_c2r(plans.inverse, spectrum, samples)
    }
  }

  /// Plans for aligned arrays take a third of the time of others; Swift's arrays begin at multiples of 16 bytes.
  private static func isAligned(_ pointer: UnsafeMutableRawPointer) -> Bool { UInt(bitPattern: pointer) % 16 == 0 }

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
