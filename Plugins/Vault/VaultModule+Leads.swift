package import QixModule

extension VaultModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "vault add": "vault set",
      "vault delete": "vault remove",
      "vault show": "vault get",
      "vault backup": "vault export",
      "vault restore": "vault import",
      "vault create": "vault init",
      "secret": "vault",
    ]
  }
}
