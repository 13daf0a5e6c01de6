internal import QixOCR

/// The engines that read the text of pictures, the best first. Whichever has its libraries and models here reads.
enum TextEngines {
  static let all: [@Sendable () throws -> any TextReader] = [{ try PaddleReader() }, { try TesseractReader() }]
}
