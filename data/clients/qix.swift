// A customer's app: a trial user who shakes, sees their coins, and is told what happens.
// swiftc -parse-as-library qix.swift -o app && ./app URL CAMPAIGN
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the server refused: `code` is for programs, `detail` may be shown.
struct QixError: Error, Decodable { let code, detail: String }

struct Qix: Sendable {
  let url: URL
  var token: String?

  /// Sends a request. Without an answer it is sent again, under the same key, so that it is done once.
  func ask(_ method: String, _ path: String, _ body: [String: String]? = nil, key: UUID? = nil) async throws -> Answer {
    var request = URLRequest(url: URL(string: path, relativeTo: url)!)
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let key { request.setValue(key.uuidString, forHTTPHeaderField: "Idempotency-Key") }
    if let body { request.httpBody = try JSONEncoder().encode(body) }
    for attempt in 0..<6 {
      var pause = 0.25 * Double(1 << attempt)
      if let (data, response) = try? await URLSession.shared.data(for: request),
        let reply = response as? HTTPURLResponse
      {
        if reply.statusCode == 200 { return try JSONDecoder().decode(Answer.self, from: data) }
        guard [429, 503].contains(reply.statusCode) else { throw try JSONDecoder().decode(QixError.self, from: data) }
        pause = Double(reply.value(forHTTPHeaderField: "Retry-After") ?? "") ?? 1
      }
      try await Task.sleep(for: .seconds(pause))
    }
    throw URLError(.timedOut)
  }
}

struct Event: Decodable { let type: String }
/// What this app looks at of any answer.
struct Answer: Decodable {
  var token, outcome, position: String?
  var available: Int?
  var events: [Event]?
}

@main enum App {
  static func main() async throws {
    var qix = Qix(url: URL(string: CommandLine.arguments[1])!)
    qix.token = try await qix.ask("POST", "/v1/sessions/trial", [:]).token
    let start = try await qix.ask("GET", "/v1/users/me/events").position ?? ""
    let shake = try await qix.ask("POST", "/v1/shakes/tv", ["campaign": CommandLine.arguments[2]], key: UUID())
    print("shake:", shake.outcome ?? "")
    print("coins:", try await qix.ask("GET", "/v1/wallets/me").available ?? 0)
    print("event:", try await qix.ask("GET", "/v1/users/me/events?after=\(start)").events?.first?.type ?? "none")
    do {
      _ = try await qix.ask("POST", "/v1/rewards/nothing/redemptions", [:], key: UUID())
    } catch let error as QixError {
      print("refused:", error.code)
    }
  }
}
