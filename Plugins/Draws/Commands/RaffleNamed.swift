internal import QixModule

/// The one subject of most commands about raffles.
struct RaffleNamed {
  @Positional("raffle", .text, "Its name, or rfl_…") var reference: String
}
