import QixKernel
import Testing

/// What spreadsheets leave of texts is told from the codes, serial numbers and names that look a little like it.
@Suite struct CellDamageTests {
  @Test(arguments: [
    ("1.99999E+11", CellDamage.rounded), ("1,99999E+11", .rounded), ("2E+15", .rounded), ("4.9e+11", .rounded),
    ("#N/A", .error), ("#NV", .error), ("#REF!", .error), ("#BEZUG!", .error), ("#¡VALOR!", .error),
    ("#¿NOMBRE?", .error), ("#####", .error), ("TRUE", .truth), ("FALSE", .truth), ("WAHR", .truth), ("FALSO", .truth),
  ])
  func isTold(text: String, damage: CellDamage) { #expect(CellDamage(text) == damage) }

  @Test(arguments: [
    "", "1E5", "12E-45", "E+11", "1.9.9E+11", "+391234567", "A+B", "#4711", "#", "#A1", "true", "TRUES", "ABCD",
    "4006381333931", "BRAND-0001",
  ])
  func isNoDamage(text: String) { #expect(CellDamage(text) == nil) }
}
