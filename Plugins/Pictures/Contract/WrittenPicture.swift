package import QixCommands
internal import QixDefinitions
internal import QixFormats
internal import QixKernel

/// A picture as the option `--picture` has it.
package struct WrittenPicture: Sendable {
  /// Nil for none.
  package let text: String?
}

extension ValueType where Value == WrittenPicture {
  /// What a description may name, or `none`.
  package static var picture: ValueType {
    ValueType(placeholder: "PICTURE") { text throws(ValueError) in
      guard text != "none" else { return WrittenPicture(text: nil) }
      var faults = Faults()
      let picture = faults.picture([PictureLinks.key: .string(text)])
      if let fault = faults.all.first { throw ValueError("\(fault.problem); \(fault.remedy)") }
      return WrittenPicture(text: picture)
    }
  }
}
