import QixKernel
import QixTerminal
import Testing

@Suite struct DeclarationTests {
  @Test func sampleTreeIsSound() throws {
    try Sample.program().tree.check()
  }
}
