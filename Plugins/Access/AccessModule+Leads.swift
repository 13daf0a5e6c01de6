package import QixModule

extension AccessModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "token add": "token create",
      "token new": "token create",
      "token delete": "token revoke",
      "token remove": "token revoke",
      "token renew": "token rotate",
      "permission": "role",
    ]
  }
}
