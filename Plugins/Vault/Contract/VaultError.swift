package import QixKernel

/// Errors of the vault. No sentence holds a secret, nor the service and account of an item: these are
/// encrypted where they are stored, and an account may be a person's address.
package enum VaultError: Failing, Equatable {
  /// There is no vault in this home.
  case absent
  /// There is none, and data that need the keys of a former one.
  case missing
  /// There is one already.
  case exists
  /// No key at hand opens it.
  case locked
  /// An agent holds it open, and the operation needs the key itself.
  case needsKey
  /// A key that was given doesn't open this vault: `passphrase`, `key file`, ...
  case wrongKey(String)
  /// The vault was opened before its master key was changed.
  case staleKeys
  /// An agent runs, and doesn't answer in time.
  case agentSilent
  /// The agent could not be started, or isn't one that this program can talk to.
  case agentFailed(String)
  /// There is no item of that service and account, or no such version of it.
  case notFound(String)
  /// The vault has no slot of that number.
  case noSlot(String)
  /// The access list of the item doesn't name the reader.
  case denied(reader: String)
  /// A key of a module that was never made, asked for where nothing can be written.
  case noKeyYet(module: String)
  /// Something in the vault is not what was written there.
  case damaged(String)
  /// The vault is one of an earlier time.
  case rolledBack(counter: Int64, seen: Int64)
  /// Opening a slot costs less than this program allows, or more than a machine should bear.
  case parameters(String)
  /// A format that a newer qix has made.
  case format(Int64)
  /// A name, a secret or another value that an item can't have.
  case malformed(String, hint: Sentence?)
  /// An item that modules depend on, or one that is there already.
  case refused(String, hint: Sentence?)
  /// There is already something in that place.
  case conflict(String, hint: Sentence?)
  /// A file with a key can't be used.
  case keyFile(path: String, problem: String, hint: Sentence?)

  package var failure: Failure {
    switch self {
    case .absent:
      Failure("vault.absent", .notFound, "this installation has no vault", hint: "Make one with `qix vault init`.")
    case .missing:
      Failure(
        "vault.missing", .notFound, "the vault is missing, and the data here needs its keys",
        hint: "Restore it from its export: `qix vault import FILE`.")
    case .exists:
      Failure(
        "vault.exists", .conflict, "this installation already has a vault", hint: "See it with `qix vault status`.")
    case .locked:
      Failure(
        "vault.locked", .notAllowed, "the vault is locked, and no key was given",
        hint: """
          Unlock it with `qix vault unlock`. For scripts, name a key file in QIX_VAULT_KEY_FILE, or give the service \
          the systemd credential qix-vault.
          """)
    case .needsKey:
      Failure(
        "vault.needs-key", .notAllowed,
        "the vault is unlocked, but this command needs the key itself, which the agent never gives out",
        hint: "Give it with --passphrase-file FILE, --passphrase-fd N, --key-file FILE or --identity-file FILE.")
    case .wrongKey(let what):
      Failure(
        "vault.wrong-key", .notAllowed, "the \(what) doesn't open this vault",
        hint: "Try again. `qix vault slot list` shows what opens this vault.")
    case .staleKeys:
      Failure(
        "vault.stale-keys", .notAllowed, "the vault's master key changed after the vault was unlocked",
        hint: "Lock it and unlock it again: `qix vault lock`, `qix vault unlock`.")
    case .agentSilent:
      Failure(
        "vault.agent-silent", .busy, "the vault's agent doesn't answer",
        hint: "Try again. `qix vault lock` ends the agent.")
    case .agentFailed(let what):
      Failure(
        "vault.agent-failed", .failed, "the vault's agent: \(what)",
        hint: "`qix vault lock` ends a running agent. Key files and credentials work without one.")
    case .notFound(let what):
      Failure("vault.not-found", .notFound, "the vault has no \(what)", hint: "`qix vault list` shows what there is.")
    case .noSlot(let what):
      Failure(
        "vault.slot-not-found", .notFound, "the vault has no \(what)",
        hint: "`qix vault slot list` shows what there is.")
    case .denied(let reader):
      Failure(
        "vault.denied", .notAllowed, "the item's access list doesn't name '\(reader)'",
        hint: "Let it read the item: `qix vault allow SERVICE ACCOUNT --reader \(reader)`.")
    case .noKeyYet(let module):
      Failure(
        "vault.no-key-yet", .notFound, "the vault has no key for module '\(module)' yet, and this command only reads",
        hint: "Make a change with that module first, or unlock the vault, and try again.")
    case .damaged(let what):
      Failure(
        "vault.damaged", .damaged, "the vault was altered or is damaged: \(what)",
        hint: """
          Another program may have changed the database. Run `qix vault verify`. Restore a backup made with \
          --with-vault, or an export.
          """)
    case .rolledBack(let counter, let seen):
      Failure(
        "vault.rolled-back", .damaged,
        """
        the vault is at change \(counter), but change \(seen) was seen before, so the vault was set back
        """,
        hint: """
          An older database was put back while the vault was unlocked. It lacks the later changes, removals and denied \
          accesses. Put the newer database back. If you put back the older one on purpose, run `qix vault lock` and \
          `qix vault unlock`, and check `qix vault list`.
          """)
    case .parameters(let what):
      Failure(
        "vault.parameters", .damaged, "the vault is not opened: \(what)",
        hint: "Another program may have changed the database. Restore a backup or an export.")
    case .format(let format):
      Failure(
        "vault.format", .damaged, "the vault has format \(format), which this qix doesn't know",
        hint: "Use the version of qix that made it, or a newer one.")
    case .malformed(let what, let hint):
      Failure("vault.malformed", .usage, "\(what)", hint: hint)
    case .refused(let what, let hint):
      Failure("vault.refused", .refused, "\(what)", hint: hint)
    case .conflict(let what, let hint):
      Failure("vault.conflict", .conflict, "\(what)", hint: hint)
    case .keyFile(let path, let problem, let hint):
      Failure("vault.key-file", .usage, "\(path): \(problem)", hint: hint)
    }
  }
}
