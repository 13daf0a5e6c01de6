enum ZshCompletion { static func script(for tree: CommandTree) -> String { "" } }
