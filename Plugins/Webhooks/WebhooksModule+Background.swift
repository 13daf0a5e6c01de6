internal import Glibc
package import QixModule

/// Servers tell webhooks, each its share: a webhook is in the hands of one process at a time.
extension WebhooksModule: BackgroundWorking {
  package static func workInBackground(_ context: Context) {
    var delivery: WebhookDelivery?
    var told: String?
    while !context.face.interruption.isRequested {
      do {
        var current = try delivery ?? WebhookDelivery(context)
        defer { delivery = current }
        _ = try current.deliverAll()
        told = nil
      } catch {
        let fault = (error as? any Diagnosable)?.description ?? "\(error)"
        // Once, and not with each look.
        if fault != told, !context.face.interruption.isRequested {
          context.face.warn("No events are sent to webhooks: \(fault)")
        }
        told = fault
      }
      usleep(WebhookDelivery.pause)
    }
  }
}
