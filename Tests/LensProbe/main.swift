import Glibc
import QixFormats
import QixLens

// Whoever starts it is a test, and starts it as a worker of the lens; or under its own name, with an attempt, as somebody
// who has a worker make that and waits for it.
if CommandLine.arguments.first == LensWorker.name {
  exit(LensWorker.run { [Probe.self, ThreadProbe.self, LongProbe.self, PictureProbe.self] })
}
let lens = Lens([LongProbe.self], executable: CommandLine.arguments[0])
_ = try? lens.look("long-probe", at: LensFile([1]), ["try": .string(CommandLine.arguments[1])])
