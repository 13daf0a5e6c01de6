internal import QixKernel

/// Brands' campaigns: who may take part, by which shakes, and what can be won.
package enum CampaignsModule: Module {
  package static let id = "campaigns"
  package static let summary = "Brands' campaigns: who may take part, by which shakes, and what can be won."
  package static let requires = ["identity", "coins"]
}
