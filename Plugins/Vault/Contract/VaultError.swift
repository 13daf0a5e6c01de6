package import QixKernel

/// What can go wrong with the vault. No sentence holds a secret, nor the service and account of an item: these are
/// encrypted where they are stored, and an account may be a person's address.
package enum VaultError: Diagnosable, Equatable {
  /// There is no vault in this home.
  case absent
  /// There is one already.
  case exists
  /// Nothing at hand opens it.
  case locked
  /// An agent holds it open, and what is to be done needs the key itself.
  case needsKey
  /// What was given as the key is not one of this vault's: `passphrase`, `key file`, ...
  case wrongKey(String)
  /// What opened the vault was made before its master key was changed.
  case staleKeys
  /// An agent runs, and doesn't answer in time.
  case agentSilent
  /// The agent could not be started, or is none that this program can talk to.
  case agentFailed(String)
  /// There is no item of that service and account, or no such version of it.
  case notFound(String)
  /// Nothing opens the vault under that number.
  case noSlot(String)
  /// The access list of the item doesn't name who asks.
  case denied(reader: String)
  /// A key of a module that was never made, asked for where nothing can be written.
  case noKeyYet(module: String)
  /// Something in the vault is not what was written there.
  case damaged(String)
  /// The vault is one of an earlier time.
  case rolledBack(counter: Int64, seen: Int64)
  /// What it takes to open a slot is less than this program allows, or more than a machine should bear.
  case parameters(String)
  /// A format that a newer qix has made.
  case format(Int64)
  /// A name, a secret or another value that an item can't have.
  case malformed(String, hint: String?)
  /// An item that modules depend on, or one that is there already.
  case refused(String, hint: String?)
  /// There is already something in that place.
  case conflict(String, hint: String?)
  /// A file with a key can't be used.
  case keyFile(path: String, problem: String, hint: String?)

  package var category: ErrorCategory {
    switch self {
    case .absent, .notFound, .noSlot, .noKeyYet: .notFound
    case .exists, .conflict: .conflict
    case .locked, .needsKey, .wrongKey, .staleKeys, .denied: .notAllowed
    case .damaged, .rolledBack, .parameters, .format: .damaged
    case .malformed, .keyFile: .usage
    case .refused: .refused
    case .agentSilent: .busy
    case .agentFailed: .failed
    }
  }

  package var code: String {
    switch self {
    case .absent: "vault.absent"
    case .exists: "vault.exists"
    case .locked: "vault.locked"
    case .needsKey: "vault.needs-key"
    case .wrongKey: "vault.wrong-key"
    case .staleKeys: "vault.stale-keys"
    case .agentSilent: "vault.agent-silent"
    case .agentFailed: "vault.agent-failed"
    case .notFound: "vault.not-found"
    case .noSlot: "vault.slot-not-found"
    case .denied: "vault.denied"
    case .noKeyYet: "vault.no-key-yet"
    case .damaged: "vault.damaged"
    case .rolledBack: "vault.rolled-back"
    case .parameters: "vault.parameters"
    case .format: "vault.format"
    case .malformed: "vault.malformed"
    case .refused: "vault.refused"
    case .conflict: "vault.conflict"
    case .keyFile: "vault.key-file"
    }
  }

  package var description: String {
    switch self {
    case .absent: "there is no vault in this home"
    case .exists: "there is a vault in this home already"
    case .locked: "the vault is locked, and nothing at hand opens it"
    case .needsKey: "the vault is unlocked, but this needs what opens it: the agent doesn't give its key away"
    case .wrongKey(let what): "the \(what) doesn't open this vault"
    case .staleKeys: "the vault's master key was changed after this vault was unlocked"
    case .agentSilent: "the agent that holds the vault open doesn't answer"
    case .agentFailed(let what): "the vault's agent: \(what)"
    case .notFound(let what), .noSlot(let what): "the vault has no \(what)"
    case .denied(let reader): "the access list of the item doesn't name '\(reader)'"
    case .noKeyYet(let module): "the vault has no key for module '\(module)' yet, and this only reads"
    case .damaged(let what): "the vault is not what was written: \(what)"
    case .rolledBack(let counter, let seen):
      "the vault is at change \(counter), but change \(seen) was seen before: it was set back to an earlier state"
    case .parameters(let what): "the vault is not opened: \(what)"
    case .format(let format): "the vault has format \(format), which this qix doesn't know"
    case .malformed(let what, _), .refused(let what, _), .conflict(let what, _): what
    case .keyFile(let path, let problem, _): "\(path): \(problem)"
    }
  }

  package var hint: String? {
    switch self {
    case .absent: "Make one with `qix vault init`."
    case .exists: "See it with `qix vault status`."
    case .locked:
      """
      Unlock it with `qix vault unlock`; for scripts, name a key file in QIX_VAULT_KEY_FILE, or give the service the \
      systemd credential qix-vault.
      """
    case .needsKey: "Give it with --passphrase-file FILE, --passphrase-fd N, --key-file FILE or --identity-file FILE."
    case .wrongKey: "Try again; `qix vault slot list` shows what this vault was made to open with."
    case .staleKeys: "Lock it and unlock it again: `qix vault lock`, `qix vault unlock`."
    case .agentSilent: "Try again; `qix vault lock` ends it."
    case .agentFailed: "`qix vault lock` ends an agent that runs; key files and credentials work without one."
    case .noSlot: "`qix vault slot list` shows what there is."
    case .notFound: "`qix vault list` shows what there is."
    case .denied(let reader): "Let it read the item: `qix vault allow SERVICE ACCOUNT --reader \(reader)`."
    case .noKeyYet: "Make a change with that module first, or unlock the vault and try again."
    case .rolledBack:
      """
      An older database was put back while the vault was unlocked; what was denied, changed or removed since then is \
      undone in it. Put the newer database back. If you have put back the older one on purpose: `qix vault lock`, \
      `qix vault unlock`, and look through `qix vault list`.
      """
    case .damaged:
      """
      Somebody may have changed the database by other means than qix. Run `qix vault verify`, and put back a backup made \
      with --with-vault or an export.
      """
    case .parameters: "The database may have been changed by other means than qix; put back a backup or an export."
    case .format: "Use the qix that made it, or a newer one."
    case .malformed(_, let hint), .refused(_, let hint), .conflict(_, let hint), .keyFile(_, _, let hint): hint
    }
  }
}
