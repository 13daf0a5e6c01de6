import QixBatch
import Testing

@Suite struct DoubtfulNameTests {
  @Test(arguments: [
    ("4.9E+11", DoubtfulName.rounded), ("4,9e+11", .rounded), ("5E+09", .rounded), ("Total", .sum), ("SUMME:", .sum),
    ("ada@example.org", .address), ("shop-4711", nil), ("1e5", nil), ("E+11", nil), ("4.9.1E+11", nil), ("@ada.x", nil),
    ("+393391234567", .number), ("+39 339 123-4567", .number), ("+123456", nil), ("393391234567", nil),
    ("0039 339 1234567", .number), ("(339) 123 4567", .number), ("339 123-4567", .number), ("4711 08", nil),
    ("c 339 1234567", nil), ("339-123-4567", nil),
    ("ada@home", nil), ("Totaler", nil), ("", nil),
  ])
  func areTold(name: String, doubt: DoubtfulName?) { #expect(DoubtfulName(name) == doubt) }

  /// What stands in a cell that has no value.
  @Test(arguments: [
    "#NAME?", "#REF!", "#N/A", "#NV", "#DIV/0!", "#VALUE!", "#WERT!", "#BEZUG!", "#######", "=A1", "@SUM(A1)",
    "+SUM(A1)",
    "-A1*(2)", "=HYPERLINK(\"http://x\",\"ada@example.org\")",
  ])
  func formulasAreTold(name: String) { #expect(DoubtfulName(name) == .formula) }

  @Test(arguments: ["#4711", "#", "@ada", "@ada(", "-", "-1", "#ada", "=", "(SUM)"])
  func namesWithSignsAreNames(name: String) { #expect(DoubtfulName(name) == nil) }
}
