internal import Glibc
package import QixModule

/// Servers make notices and send them, each its share.
extension NoticesModule: BackgroundWorking {
  /// Microseconds between two looks, in pieces: an interruption is noticed after one.
  private static let (piece, pieces): (UInt32, Int) = (250_000, 4)

  package static func workInBackground(_ context: Context) {
    var told: String?
    while !context.face.interruption.isRequested {
      do {
        _ = try NoticeMaker(context).run()
        // A slow sender holds up no notice in the app.
        _ = try NoticeSender(context).run(for: 1_000_000)
        told = nil
      } catch StorageError.diskFull {
        // The server tells of it itself.
      } catch {
        let fault = (error as? any Diagnosable)?.description ?? "\(error)"
        // Once, and not with each look.
        if fault != told, !context.face.interruption.isRequested { context.face.warn("Notices wait: \(fault)") }
        told = fault
      }
      for _ in 0..<pieces where !context.face.interruption.isRequested { usleep(piece) }
    }
  }
}
