internal import QixHTTP
internal import QixModule

extension Retirement {
  /// `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to what takes its place (RFC 5829 §3.5 for the relation).
  func fields(_ routes: RouteTable) -> HTTPFields {
    var fields: HTTPFields = [
      "Deprecation": "@\(Timestamp(startOf: since).microseconds / 1_000_000)", "Sunset": Self.httpDate(ends),
    ]
    if let offer = routes.offers.first(where: { $0.place.path.dropFirst().joined(separator: " ") == successor }) {
      fields.add("Link", "<\(offer.address.path)>; rel=\"successor-version\"")
    }
    return fields
  }

  /// The beginning of a day as IMF-fixdate (RFC 9110 §5.6.7).
  static func httpDate(_ day: CalendarDate) -> String {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let name = days[Int((day.daysSinceEpoch % 7 + 7) % 7)]
    let number = day.day < 10 ? "0\(day.day)" : "\(day.day)"
    return "\(name), \(number) \(months[Int(day.month - 1)]) \(day.year) 00:00:00 GMT"
  }
}
