internal import QixHTTP
internal import QixModule
internal import Synchronization

/// Counts of what a server does, as Prometheus reads them (text format 0.0.4).
final class Metrics: Sendable {
  /// Upper bounds in seconds.
  private static let bounds: [(text: String, microseconds: Int64)] = [
    ("0.001", 1_000), ("0.0025", 2_500), ("0.005", 5_000), ("0.01", 10_000), ("0.025", 25_000), ("0.05", 50_000),
    ("0.1", 100_000), ("0.25", 250_000), ("0.5", 500_000), ("1", 1_000_000), ("2.5", 2_500_000), ("10", 10_000_000),
  ]

  private struct Series: Sendable {
    var statuses: [Int: Int64] = [:]
    var buckets = [Int64](repeating: 0, count: Metrics.bounds.count)
    var microseconds: Int64 = 0
    var count: Int64 = 0
  }

  private let routes = Mutex<[String: Series]>([:])

  /// - Parameter route: `GET /v1/wallets/{user}`; no value of a request.
  func note(_ route: String, _ status: Int, microseconds: Int64) {
    let bucket = Self.bounds.firstIndex { microseconds <= $0.microseconds }
    routes.withLock { routes in
      routes[route, default: Series()].statuses[status, default: 0] += 1
      routes[route]?.count += 1
      routes[route]?.microseconds += microseconds
      if let bucket { routes[route]?.buckets[bucket] += 1 }
    }
  }

  func text(_ counts: HTTPCounts, waiting: Int, listeners: Int) -> String {
    var text = ""
    func head(_ name: String, _ type: String, _ help: String) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
    let all = routes.withLock { $0 }.sorted { $0.key < $1.key }
    head("qix_http_requests_total", "counter", "Requests answered.")
    for (route, series) in all {
      for (status, count) in series.statuses.sorted(by: { $0.key < $1.key }) {
        text += "qix_http_requests_total{route=\"\(route)\",status=\"\(status)\"} \(count)\n"
      }
    }
    head("qix_http_request_seconds", "histogram", "From the end of a request's headers to its answer.")
    for (route, series) in all {
      var sum: Int64 = 0
      for (bound, count) in zip(Self.bounds, series.buckets) {
        sum += count
        text += "qix_http_request_seconds_bucket{route=\"\(route)\",le=\"\(bound.text)\"} \(sum)\n"
      }
      text += "qix_http_request_seconds_bucket{route=\"\(route)\",le=\"+Inf\"} \(series.count)\n"
      text += "qix_http_request_seconds_sum{route=\"\(route)\"} \(Self.seconds(series.microseconds))\n"
      text += "qix_http_request_seconds_count{route=\"\(route)\"} \(series.count)\n"
    }
    let gauges: [(String, String, String, Int)] = [
      ("qix_http_connections", "gauge", "Open connections.", counts.connections),
      ("qix_http_connections_total", "counter", "Connections accepted.", counts.accepted),
      ("qix_http_malformed_total", "counter", "Connections ended because of malformed requests.", counts.malformed),
      ("qix_http_slow_total", "counter", "Connections ended for being too slow.", counts.slow),
      ("qix_listeners", "gauge", "Clients listening to event streams.", listeners),
      ("qix_queue_length", "gauge", "Requests waiting for a thread.", waiting),
      ("process_resident_memory_bytes", "gauge", "Resident memory.", ProcessFigures.residentBytes),
      ("process_open_fds", "gauge", "Open file descriptors.", ProcessFigures.openDescriptors),
    ]
    for (name, type, help, value) in gauges {
      head(name, type, help)
      text += "\(name) \(value)\n"
    }
    return text
  }

  private static func seconds(_ microseconds: Int64) -> String {
    let fraction = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
