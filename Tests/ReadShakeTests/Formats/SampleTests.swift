import Foundation
import Testing

@testable import ReadShake

/// Files that cover the whole documented syntax of GIFT and Aiken: good ones, odd ones, faulty ones.
@Suite("Question files") struct SampleTests {
  @Test("A good file is read, and what is odd in it is said", arguments: Sample.gift + Sample.aiken + Sample.empty)
  func good(_ sample: Sample) throws {
    let reading = try sample.read()
    #expect(reading.faults.isEmpty, "\(reading.faults)")
    #expect(reading.questions.map(\.kind.name) == sample.kinds)
    #expect(reading.notes.map(\.weight.rawValue).sorted() == sample.notes, "\(reading.notes)")
    #expect(reading.notes.allSatisfy { !$0.sentence.isEmpty })
  }

  @Test("Every fault is named with its line", arguments: Sample.faulty)
  func faulty(_ sample: Sample) throws {
    let lines = try sample.read().faults.map { fault in
      if case .line(let line) = fault.place { line } else { 0 }
    }
    #expect(lines.sorted() == sample.faults)
  }

  @Test("Each file of the folder is in a table")
  func complete() throws {
    let known = Set((Sample.gift + Sample.aiken + Sample.empty + Sample.faulty).map(\.name))
    for folder in ["gift", "aiken"] {
      let path = Sample.folder.appendingPathComponent(folder).path
      for file in try FileManager.default.contentsOfDirectory(atPath: path) {
        #expect(known.contains("\(folder)/\(file)"), "\(folder)/\(file)")
      }
    }
    #expect(known.count >= 50)
  }

  @Test("Written as GIFT and read again it is the same", arguments: Sample.gift + Sample.aiken)
  func giftRoundTrip(_ sample: Sample) throws {
    let questions = try sample.read().questions
    let (text, notes) = GIFTWriter.write(questions)
    #expect(notes.isEmpty, "\(notes)")
    let again = GIFTReader.read(SourceText(text))
    #expect(again.faults.isEmpty, "\(again.faults)\n\(text)")
    #expect(again.questions == questions, "\(text)")
  }

  @Test("Written as Aiken and read again it is the same", arguments: Sample.aiken)
  func aikenRoundTrip(_ sample: Sample) throws {
    let questions = try sample.read().questions
    let (text, notes) = AikenWriter.write(questions)
    #expect(notes.isEmpty, "\(notes)")
    #expect(AikenReader.read(SourceText(text)).questions == questions, "\(text)")
  }

  @Test("JSON holds everything", arguments: Sample.gift + Sample.aiken)
  func jsonRoundTrip(_ sample: Sample) throws {
    let questions = try sample.read().questions
    let again = QuestionsJSON.read(Array(QuestionsJSON.write(questions).utf8))
    #expect(again.faults.isEmpty && !again.notes.contains { $0.weight == .lost }, "\(again)")
    #expect(again.questions == questions)
  }
}
