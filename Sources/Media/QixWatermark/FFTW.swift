package import QixLibraries
internal import Synchronization

/// FFTW in single precision, loaded at first use (docs/decisions/0015-late-libraries.md). No header of it is needed: the
/// functions' types stand here, of `fftw3.h` 3.3.
struct FFTW: Sendable {
  /// `fftwf_plan`.
  typealias Plan = UnsafeMutableRawPointer
  typealias MakePlan =
    @convention(c) (Int32, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt32) -> Plan?
  typealias MakeComplexPlan =
    @convention(c) (Int32, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32, UInt32) -> Plan?
  typealias Execute = @convention(c) (Plan, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

  static let destroyInput: UInt32 = 1
  static let preserveInput: UInt32 = 1 << 4
  static let estimate: UInt32 = 1 << 6
  /// Sign of an inverse transform's exponent.
  static let backward: Int32 = 1

  /// FFTW's planner isn't safe on several threads.
  static let planner = Mutex(())

  let allocate: @convention(c) (Int) -> UnsafeMutableRawPointer?
  let free: @convention(c) (UnsafeMutableRawPointer) -> Void
  let planForward: MakePlan
  let planInverse: MakePlan
  let planComplex: MakeComplexPlan
  let executeForward: Execute
  let executeInverse: Execute
  let executeComplex: Execute
  let destroy: @convention(c) (Plan) -> Void

  static let loaded = Result { () throws(LibraryError) in try FFTW() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.fftw.load()
    allocate = try library.function(
      "fftwf_malloc", as: (@convention(c) (Int) -> UnsafeMutableRawPointer?).self)
    free = try library.function("fftwf_free", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
    planForward = try library.function("fftwf_plan_dft_r2c_1d", as: MakePlan.self)
    planInverse = try library.function("fftwf_plan_dft_c2r_1d", as: MakePlan.self)
    planComplex = try library.function("fftwf_plan_dft_1d", as: MakeComplexPlan.self)
    executeForward = try library.function("fftwf_execute_dft_r2c", as: Execute.self)
    executeInverse = try library.function("fftwf_execute_dft_c2r", as: Execute.self)
    executeComplex = try library.function("fftwf_execute_dft", as: Execute.self)
    destroy = try library.function("fftwf_destroy_plan", as: (@convention(c) (Plan) -> Void).self)
  }
}

/// The mark in music.
package enum Watermark {
  /// Loads what transforms take; comes before anything else of this library.
  /// - Throws: `LibraryError` where FFTW is missing.
  package static func load() throws(LibraryError) { _ = try FFTW.loaded.get() }
}
