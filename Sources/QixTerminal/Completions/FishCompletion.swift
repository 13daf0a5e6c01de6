enum FishCompletion { static func script(for tree: CommandTree) -> String { "" } }
