internal import CSodium

/// The library behind most primitives, for `qix doctor`.
package enum CryptoLibraries {
  /// libsodium's version, such as `1.0.18`.
  package static var sodium: String { String(cString: sodium_version_string()) }
}
