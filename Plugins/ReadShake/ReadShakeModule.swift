internal import QixShake

/// The Read shake: coins for reading a text and answering questions.
package enum ReadShakeModule: Module {
  package static let id = "readshake"
  package static let summary = "The Read shake: coins for reading a text and answering questions."
  package static let requires = ["shakes"]
}
