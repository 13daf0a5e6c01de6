import QixKernel
@testable import QixCommands
import QixTerminal
import Testing

@Suite struct DeclarationTests {
  @Test func sampleTreeIsSound() throws {
    try Sample.program().tree.check()
  }
}
