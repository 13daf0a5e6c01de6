import QixKernel
import Testing

/// What may identify something: nothing that two names could differ in without anybody seeing it.
@Suite struct ExactNameTests {
  @Test(arguments: [
    "ada", "shop-4711", "Anna Müller", "Østerås", "\u{17D}ižek", "日本 42", "a", "\u{1F600}", "ا\u{644}",
    String(repeating: "é", count: 200),
  ])
  func isAName(_ name: String) {
    #expect(ExactName.problem(with: name, most: 200) == nil)
  }

  @Test(arguments: [
    ("", "it is empty"), ("ada ", "it ends in a blank, U+0020 at character 4"),
    (" ada", "it begins with a blank, U+0020 at character 1"),
    (" ", "it begins with a blank, U+0020 at character 1"),
    ("ada\u{200B}", "it has U+200B at character 4, which can't be seen"),
    ("a\u{200D}da", "it has U+200D at character 2, which can't be seen"),
    ("a\u{AD}da", "it has U+00AD at character 2, which can't be seen"),
    ("\u{202E}ada", "it has U+202E at character 1, which can't be seen"),
    ("ada\u{FE0F}", "it has U+FE0F at character 4, which can't be seen"),
    ("ada\u{3164}", "it has U+3164 at character 4, which can't be seen"),
    ("ada\u{2800}", "it has U+2800 at character 4, which can't be seen"),
    ("ada\u{E0041}", "it has U+E0041 at character 4, which can't be seen"),
    ("ada\u{E000}", "it has U+E000 at character 4, which can't be seen"),
    ("a\u{0}a", "it has U+0000 at character 2, which can't be seen"),
    ("a\u{A0}b", "it has U+00A0 at character 2, which is or looks like a blank; separate words with U+0020"),
    ("a\tb", "it has U+0009 at character 2, which is or looks like a blank; separate words with U+0020"),
    ("ada\n", "it has U+000A at character 4, which is or looks like a blank; separate words with U+0020"),
    ("Rene\u{301}", "U+0065 at character 4 is not in its composed form, NFC"),
    ("\u{212B}", "U+212B at character 1 is not in its composed form, NFC"),
    (String(repeating: "é", count: 201), "it is longer than 200 characters"),
  ])
  func isNone(_ name: String, _ problem: String) {
    #expect(ExactName.problem(with: name, most: 200) == problem)
  }

  /// Whatever is taken stays apart for whoever compares bytes and for whoever compares canonically.
  @Test func noTwoNamesAreOneToSwiftAndTwoToSQLite() {
    let spellings = ["R\u{E9}n\u{E9}", "R\u{E9}ne\u{301}", "Re\u{301}n\u{E9}", "Re\u{301}ne\u{301}"]
    #expect(Set(spellings).count == 1 && Set(spellings.map(ExactText.init)).count == 4)
    #expect(spellings.filter { ExactName.problem(with: $0, most: 9) == nil } == [spellings[0]])
  }
}
