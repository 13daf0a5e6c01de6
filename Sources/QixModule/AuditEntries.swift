package import QixStorage
package import QixCommands

extension AuditLog.Entry {
  /// Its last word, when, by whom and why: for pages of what people have decided or changed.
  package static let fields: [RowField<AuditLog.Entry>] = [
    RowField("at") { .timestamp($0.at) },
    RowField("what") { .text($0.action.split(separator: ".").last.map(String.init)) },
    RowField("by", confidential: .trace) { .text($0.actor) },
    RowField("reason", confidential: .reason) { .text($0.reason) },
  ]
}
