package import QixModule

extension UpkeepModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "backup": "db backup",
      "restore": "db restore",
      "migrate": "db migrate",
      "upgrade": "db migrate",
      "check": "doctor",
      "health": "doctor",
      "config": "setting",
      "settings": "setting",
      "setting get": "setting show",
      "setting unset": "setting reset",
      "log": "audit show",
      "logs": "audit show",
      "history": "audit show",
      "audit list": "audit show",
      "audit log": "audit show",
      "db verify": "db check",
      "db upgrade": "db migrate",
      "setup": "init",
    ]
  }
}
