package import QixKernel

/// A chart as data, which a face draws.
package struct Chart: Sendable {
  package var title: String
  package var subtitle: String?
  package var x: Axis
  package var y: Axis
  package var series: [Series]

  package init(title: String, subtitle: String? = nil, x: Axis, y: Axis, series: [Series]) {
    (self.title, self.subtitle, self.x, self.y, self.series) = (title, subtitle, x, y, series)
  }

  package struct Axis: Sendable {
    package enum Scale: Sendable, Equatable {
      case number
      /// Microseconds since 1970-01-01T00:00:00Z, shown in UTC.
      case time
      /// A point's x is the index of its category.
      case category([String])
    }

    package var label: String?
    package var scale: Scale

    package init(_ label: String? = nil, _ scale: Scale = .number) { (self.label, self.scale) = (label, scale) }
  }

  package struct Series: Sendable {
    package enum Kind: Sendable {
      case line
      /// From zero up or down; several series stand beside each other.
      case bar
      /// A value holds until the next point.
      case step
      /// A line, and the area between it and zero.
      case area
    }

    package var name: String
    package var kind: Kind
    /// In order of x; others are sorted before they are drawn.
    package var points: [Point]

    package init(_ name: String, _ kind: Kind, _ points: [Point]) {
      (self.name, self.kind, self.points) = (name, kind, points)
    }
  }

  /// A value; points that are not finite are left out.
  package struct Point: Sendable, Equatable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    /// Exact until the year 2255, to the millisecond beyond.
    package init(_ time: Timestamp, _ y: Double) { self.init(Double(time.microseconds), y) }
    package init(category index: Int, _ y: Double) { self.init(Double(index), y) }
  }
}
