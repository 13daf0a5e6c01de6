internal import IdentityContract
package import QixModule

/// Users: their ids, modes and profiles.
package enum IdentityModule: Migrating, CommandProviding, ServiceProviding {
  package static let id = "identity"
  package static let summary = "Users in three modes, from an anonymous id to a full account."

  // Issuers of ID tokens were made here until 0.6.0; the module that they are now takes their tables over.
  package static let migrations = [
    Migration("v1_create_users", sql: PackageResources.v1_create_users_sql),
    Migration("v2_create_profiles", sql: PackageResources.v2_create_profiles_sql),
    Migration("v3_create_codes", sql: PackageResources.v3_create_codes_sql),
    Migration("v4_create_providers", sql: PackageResources.v4_create_providers_sql),
    Migration("v5_ask_for_consent", sql: PackageResources.v5_ask_for_consent_sql),
    Migration("v6_take_notes", sql: PackageResources.v6_take_notes_sql),
    Migration("v7_claim_contacts", sql: PackageResources.v7_claim_contacts_sql),
    Migration("v8_rekey_addresses", sql: PackageResources.v8_rekey_addresses_sql),
    Migration("v9_find_by_case", sql: PackageResources.v9_find_by_case_sql),
    Migration("v10_find_by_name", sql: PackageResources.v10_find_by_name_sql),
    Migration("v11_take_disputes", sql: PackageResources.v11_take_disputes_sql),
    Migration("v12_dispute_by_each", sql: PackageResources.v12_dispute_by_each_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .command(FindCommand.self),
      .group(
        CommandGroup(
          "user", "Make, find, change and merge users.",
          [
            .command(CreateUser.self), .command(ShowUser.self), .command(UserTimeline.self), .command(ListUsers.self),
            .command(FindUser.self),
            .command(SetUser.self), .command(ImportUsers.self), .command(UpgradeUser.self),
            .command(UnlinkAccount.self), .command(MergeUsers.self),
            .command(SuspendUser.self), .command(ResumeUser.self),
            .command(EraseUser.self), .command(ExportUser.self), .command(AvatarCommand.self),
            .command(IndexNames.self),
            .group(
              CommandGroup(
                "note", "Keep notes on a user, encrypted like personal data.",
                [.command(AddNote.self), .command(ListNotes.self)])),
          ])),
      .group(
        CommandGroup(
          "auth", "Find out who a user is.",
          [
            .group(
              CommandGroup(
                "otp", "Send and check one-time codes to a phone number or an email address.",
                [.command(RequestCode.self), .command(VerifyCode.self), .command(SignInByCode.self)]))
          ])),
      .group(
        CommandGroup(
          "dispute", "Report what a user has not done, and answer.",
          [.command(OpenDispute.self), .command(ListDisputes.self), .command(CloseDispute.self)])),
      .group(CommandGroup("mode", "Show what each account level requires and may do.", [.command(ListModes.self)])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Users.directory) { $0.userDirectory }
    services.register(Users.presented) { $0.userDirectory(takesHandles: true) }
    services.register(Users.policy) { _ in Modes() }
    services.register(Users.names) { NameDirectory(random: $0.random) }
    services.register(Users.wishedValues) { try $0.openProfiles() }
    services.register(Users.profiles) { try $0.openProfiles() }
    services.register(Users.contacts) { Contacts(context: $0) }
    services.register(Users.notices) { Notices(context: $0) }
    services.register(Users.consents) { Consents(context: $0) }
    services.register(Users.arrivals) { try Arrivals($0) }
  }
}
