internal import QixShake

/// The Video shake: coins for watching a video.
package enum VideoShakeModule: Module {
  package static let id = "videoshake"
  package static let summary = "The Video shake: coins for watching a video."
  package static let requires = ["shakes"]
}
