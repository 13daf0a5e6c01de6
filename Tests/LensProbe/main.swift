import Glibc
import QixLens

// Whoever starts it is a test, and starts it as a worker of the lens.
exit(LensWorker.run { [Probe.self, ThreadProbe.self, PictureProbe.self] })
