internal import QixShake

/// The TV shake: coins for who shakes while a programme is on.
package enum TVShakeModule: Module {
  package static let id = "tvshake"
  package static let summary = "The TV shake: coins for who shakes while a programme is on."
  package static let requires = ["shakes"]
}
