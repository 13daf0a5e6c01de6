package import QixModule

/// Who was erased stays so behind a restore: the home's file of erasures says who, and `qix user erase --again` does it.
extension IdentityModule: CarryingOver {
  package static let adviceWithoutFormer =
    """
    Users who were erased since the backup are in it again: copy the file `erasures` from the former data folder, \
    and run `qix user erase --again`.
    """

  package static func carryOver(from former: Connection, into backup: Connection) throws -> Int64 { 0 }
}
