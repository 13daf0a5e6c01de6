internal import DrawsContract
internal import QixModule

/// The one subject of most commands about raffles.
struct RaffleNamed {
  @Positional("raffle", .named(RaffleID.self), "Its name, or rfl_…") var reference: String
}
