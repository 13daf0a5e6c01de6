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

  /// Rows of sums, in the languages of those who send files.
  @Test(arguments: [
    "Gesamtsumme", "Zwischensumme:", "Totals", "Totale generale", "Totaal", "Sub-total", "Sous-total :",
    "Total général", "TOTAL GÉNÉRAL", "Suma total", "Toplam", "Razem", "Итого", "合計",
  ])
  func sumsAreTold(name: String) { #expect(DoubtfulName(name) == .sum) }

  /// Where a program had no value.
  @Test(arguments: ["NULL", "null", "None", "nan", "NaN", "undefined", "N/A", "n/a", "<NA>", "\\N", "-", "--", "—"])
  func missingValuesAreTold(name: String) { #expect(DoubtfulName(name) == .missing) }

  @Test(arguments: [
    "total-7", "Total Ltd.", "Summer", "sum-mary", "nullius", "none-1", "a-", "Nan Goldin", "total sum x y",
  ])
  func wordsWithinNamesAreNames(name: String) { #expect(DoubtfulName(name) == nil) }

  /// What stands in a cell that has no value.
  @Test(arguments: [
    "#NAME?", "#REF!", "#N/A", "#NV", "#DIV/0!", "#VALUE!", "#WERT!", "#BEZUG!", "#######", "=A1", "@SUM(A1)",
    "+SUM(A1)",
    "-A1*(2)", "=HYPERLINK(\"http://x\",\"ada@example.org\")",
  ])
  func formulasAreTold(name: String) { #expect(DoubtfulName(name) == .formula) }

  @Test(arguments: ["#4711", "#", "@ada", "@ada(", "-a", "-1", "#ada", "=", "(SUM)"])
  func namesWithSignsAreNames(name: String) { #expect(DoubtfulName(name) == nil) }
}
