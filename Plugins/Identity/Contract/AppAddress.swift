package import QixStorage

/// The address of the customers' app, which several modules read: the module of the app declares the setting.
package enum AppAddress {
  /// The server as customers' browsers have it. Whatever a request says, customers are sent back nowhere else.
  package static let origin = WebOrigin.setting(
    "app.origin", "The web address of the customers' app, for posters, shared links and providers: https://qix.example."
  )
}
