import QixKernel
import QixTerminal
import Testing

@testable import QixCommands

@Suite struct DeclarationTests {
  @Test func sampleTreeIsSound() throws {
    try Sample.program().tree.check()
  }
}
