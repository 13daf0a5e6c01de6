package import QixModule

extension IdentityModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "user delete": "user erase",
      "user remove": "user erase",
      "user block": "user suspend",
      "user blocked": "user show",
      "user ban": "user suspend",
      "user lock": "user suspend",
      "user unblock": "user resume",
      "user unsuspend": "user resume",
      "user add": "user create",
      "user new": "user create",
      "user edit": "user set",
      "user update": "user set",
      "user search": "user find",
      "search": "find",
      "lookup": "find",
      "customer": "user",
      "users": "user",
    ]
  }
}
