enum BashCompletion { static func script(for tree: CommandTree) -> String { "" } }
