internal import QixModule

/// The subject of every budget command: `summer`, or `budget:summer` as accounts are written.
struct BudgetNamed {
  @Positional("name", .text, "The budget") private var given: String

  var name: String { given.hasPrefix("budget:") ? String(given.dropFirst("budget:".count)) : given }
}
