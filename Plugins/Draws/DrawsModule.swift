internal import QixKernel

/// Draws and raffles that anybody can check afterwards.
package enum DrawsModule: Module {
  package static let id = "draws"
  package static let summary = "Draws and raffles that anybody can check afterwards."
  package static let requires = ["vault"]
}
