import QixKernel
import Testing

@Suite struct RolesTests {
  @Test func adminsAreAlwaysAdmitted() {
    for roles in [Roles.adminsOnly, [.auditor], .everyone] { #expect(roles.admits(.admin)) }
    #expect(!Roles.adminsOnly.contains(.admin))
  }

  @Test(arguments: Role.allCases)
  func eachRoleStandsForItself(_ role: Role) {
    let only: Roles = [role]
    #expect(Role.allCases.filter(only.contains) == [role])
    #expect(Roles.everyone.contains(role) == Role.ofTokens.contains(role))
    #expect(only.ofStaff == (Role.ofTokens.contains(role) ? only : []))
    #expect(only == [role, role])
  }

  @Test func theyAreComparedByWhoIsAmongThem() {
    #expect([.support, .auditor] as Roles == [.auditor, .support])
    #expect([.support] as Roles != [.auditor])
    #expect(Roles.adminsOnly == [])
  }
}
