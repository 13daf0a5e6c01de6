package import QixCommands
package import QixStorage

extension AuditLog.Entry {
  /// Its last word, when, by whom and why: for pages of what people have decided or changed.
  package static let fields: [Field<AuditLog.Entry>] = [
    Field("at", .time) { $0.at },
    Field("what", .text.promised) { $0.action.split(separator: ".").last.map(String.init) },
    Field("by", .text, for: .trace) { $0.actor },
    Field("reason", .text, for: .reason) { $0.reason },
  ]
}
