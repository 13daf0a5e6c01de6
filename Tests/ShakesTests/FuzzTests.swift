import IdentityContract
import QixCatalog
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

/// What strangers send to the pipeline: lines of batches, evidence of every type.
@Suite("Hostile shakes") struct FuzzTests {
  @Test("A line of a batch is a shake, or is refused")
  func lines() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      let users = try fair.context.service(Users.directory)
      let seed = Seed(for: "lines of batches")
      var mangler = Mangler(
        seed,
        pieces: [
          "user", "type", "campaign", "link", "session", "place", "device", "key", "evidence", "ada", "code", "\"", "{",
          "}", ":", ",", "[", "\\u0000", "\\ud800", "null", "1e999", "99999999999999999999", "\u{0}", "é",
        ])
      let good: JSONValue = [
        "user": "ada", "type": "code", "campaign": "summer", "link": "qix://acme/summer", "session": "s", "place": "p",
        "device": "d", "key": "k", "evidence": ["code": "x", "list": [1, 2.5, true, nil, ["deep": []]]],
      ]
      let bytes = Array(good.text().utf8)
      var taken = 0
      try fair.database.read { connection in
        for iteration in 0..<fuzzCount(4_000) {
          let line = iteration % 2 == 0 ? mangler.changed(bytes) : Array(mangler.changed(good).text().utf8)
          do {
            let request = try ShakeLine.request(line, users, in: connection)
            var digests = RequestDigest()
            #expect(digests.digest(of: request) == digests.digest(of: request))
            try Pipeline.check(request)
            taken += 1
          } catch let error as any Diagnosable {
            if !error.isAboutOne { Issue.record("\(seed), iteration \(iteration): \(error)") }
          }
        }
      }
      #expect(taken > 0)
    }
  }

  /// What the pipeline lets through to a type is of the kinds that the type declares, whatever was sent.
  @Test("Evidence of every type is refused, or is what the type takes")
  func evidence() throws {
    let types = try ShakeTypes.all(of: try Registry(Catalog.modules)).values.sorted { $0.name < $1.name }
    let seed = Seed(for: "evidence of every type")
    var mangler = Mangler(
      seed,
      pieces: types.flatMap { $0.evidence.map(\.name) } + [
        "start", "heartbeat", "answer", "finish", "open", "submit", "vse_00000000000000000000000000", "question",
      ])
    var taken = 0
    for _ in 0..<fuzzCount(6_000) {
      for type in types {
        var object = JSONObject()
        for field in type.evidence where mangler.below(3) > 0 { object[field.name] = mangler.value(depth: 2) }
        if mangler.below(8) == 0 { object[mangler.value(depth: 0).string ?? "b"] = mangler.value() }
        let evidence = Evidence(object)
        if let refusal = evidence.refusal(by: type) {
          #expect(refusal.code.hasPrefix("shakes.evidence-") && !refusal.sentence.contains("\u{1B}"), "\(seed)")
        } else {
          taken += 1
          for member in object.members where !member.value.isNull {
            let field = try #require(type.evidence.first { $0.name == member.key }, "\(seed)")
            #expect(field.kind.problem(with: member.value) == nil, "\(seed)")
          }
        }
      }
    }
    #expect(taken > 0)
  }
}
