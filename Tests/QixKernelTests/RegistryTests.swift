import QixKernel
import Testing

@Suite struct RegistryTests {
  enum Base: Module { static let id = "base", summary = "" }
  enum Middle: Module { static let id = "middle", summary = "", requires = ["base"] }
  enum Top: Module { static let id = "top2", summary = "", requires = ["middle", "base"] }
  enum Loop: Module { static let id = "loop", summary = "", requires = ["knot"] }
  enum Knot: Module { static let id = "knot", summary = "", requires = ["loop"] }
  enum Itself: Module { static let id = "itself", summary = "", requires = ["itself"] }
  enum Twin: Module { static let id = "base", summary = "another" }
  enum Orphan: Module { static let id = "orphan", summary = "", requires = ["nobody"] }
  enum Cut: Module { static let id = "cut", summary = "", requires = ["top2"], cutFrom: String? = "middle" }
  enum Capital: Module { static let id = "Coins", summary = "" }
  enum Digit: Module { static let id = "2coins", summary = "" }
  enum Dash: Module { static let id = "my-coins", summary = "" }
  enum Letter: Module { static let id = "münzen", summary = "" }
  enum Nameless: Module { static let id = "", summary = "" }

  @Test func requirementsComeFirst() throws {
    let registry = try Registry([Top.self, Middle.self, Base.self])
    #expect(registry.modules.map { $0.id } == ["base", "middle", "top2"])
    #expect(registry.disabled.isEmpty)
  }

  @Test func theOrderOfTheCatalogueStaysWhereItMay() throws {
    #expect(try Registry([Base.self, Middle.self, Top.self]).modules.map { $0.id } == ["base", "middle", "top2"])
    #expect(try Registry([]).modules.isEmpty)
  }

  @Test func whatIsDisabledIsLeftOut() throws {
    let registry = try Registry([Top.self, Middle.self, Base.self], disabled: ["top2"])
    #expect(registry.modules.map { $0.id } == ["base", "middle"])
    #expect(registry.disabled == ["top2"])
  }

  /// Who wrote down what is switched off may have done so before a module was cut out of another.
  @Test func whatWasCutOutIsDisabledWithWhereItWas() throws {
    let catalogue: [any Module.Type] = [Base.self, Middle.self, Top.self, Cut.self]
    let registry = try Registry(catalogue, disabled: ["middle", "top2"])
    #expect(registry.modules.map { $0.id } == ["base"])
    #expect(registry.disabled == ["middle", "top2", "cut"])
    #expect(try Registry(catalogue, disabled: ["cut"]).modules.map { $0.id } == ["base", "middle", "top2"])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let catalogue: [any Module.Type]
    var disabled: Set<String> = []
    let text: String
    var hint: String?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Refusal(
      catalogue: [Base.self, Twin.self], text: "two modules are called 'base'"),
    Refusal(
      catalogue: [Orphan.self], text: "module 'orphan' requires 'nobody', which is not in the catalogue"),
    Refusal(
      catalogue: [Loop.self, Knot.self], text: "module 'loop' requires itself indirectly"),
    Refusal(
      catalogue: [Itself.self], text: "module 'itself' requires itself indirectly"),
    Refusal(
      catalogue: [Base.self, Middle.self], disabled: ["base"],
      text: "module 'middle' requires 'base', which is disabled",
      hint: "Enable 'base', or also disable what needs it: middle."),
    Refusal(
      catalogue: [Middle.self, Base.self], disabled: ["coin", "zebra"],
      text: "there is no module 'coin' to disable",
      hint: "Modules: base, middle."),
    Refusal(
      catalogue: [Capital.self], text: "module id 'Coins' is not made of lower-case letters and digits"),
    Refusal(
      catalogue: [Digit.self], text: "module id '2coins' is not made of lower-case letters and digits"),
    Refusal(
      catalogue: [Dash.self], text: "module id 'my-coins' is not made of lower-case letters and digits"),
    Refusal(
      catalogue: [Letter.self], text: "module id 'münzen' is not made of lower-case letters and digits"),
    Refusal(
      catalogue: [Nameless.self], text: "module id '' is not made of lower-case letters and digits"),
  ])
  func isRefused(_ refusal: Refusal) {
    let error = #expect(throws: Failure.self) { try Registry(refusal.catalogue, disabled: refusal.disabled) }
    #expect(error?.description == refusal.text)
    #expect(error?.hint?.description == refusal.hint)
    #expect(error?.category == .usage && error?.code == "registry.invalid")
  }
}
