/// The attacks, by what they are aimed at.
extension AttackTests {
  static let transfers = [
    Attack(
      "an amount", "UPDATE coins_transfers SET amount = 200 WHERE transfer = 2", "transfers of block 2 are not those"),
    Attack("a kind", "UPDATE coins_transfers SET kind = 2 WHERE transfer = 2", "transfers of block 2 are not those"),
    Attack(
      "who was credited", "UPDATE coins_transfers SET credit = 6 WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack(
      "who was debited", "UPDATE coins_transfers SET debit = 4 WHERE transfer = 3", "transfers of block 2 are not those"
    ),
    Attack(
      "when it happened", "UPDATE coins_transfers SET at = at + 1 WHERE transfer = 5",
      "transfers of block 3 are not those"),
    Attack(
      "when it expires", "UPDATE coins_transfers SET expires_at = expires_at + 1 WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack(
      "that it expires", "UPDATE coins_transfers SET expires_at = NULL WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack("a key", "UPDATE coins_transfers SET key = 'k2' WHERE transfer = 2", "transfers of block 2 are not those"),
    Attack(
      "a key that is taken away", "UPDATE coins_transfers SET key = NULL WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack(
      "a key that is given", "UPDATE coins_transfers SET key = 'k0' WHERE transfer = 3",
      "transfers of block 2 are not those"),
    Attack(
      "a fingerprint", "UPDATE coins_transfers SET fingerprint = zeroblob(16) WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack(
      "an id", "UPDATE coins_transfers SET id = x'0197ffffffffffffffffffffffffffff' WHERE transfer = 18",
      "transfers of block 15 are not those"),
    Attack(
      "an id before others", "UPDATE coins_transfers SET id = zeroblob(16) WHERE transfer = 5",
      "the id of transfer 5 is not greater"),
    Attack(
      "what is captured", "UPDATE coins_transfers SET related = 6 WHERE transfer = 8",
      "transfers of block 6 are not those"),
    Attack(
      "what is reversed", "UPDATE coins_transfers SET related = 3 WHERE transfer = 11",
      "transfers of block 8 are not those"),
    Attack(
      "what is linked", "UPDATE coins_transfers SET linked = NULL WHERE transfer = 10",
      "transfers of block 7 are not those"),
    Attack(
      "the note it refers to", "UPDATE coins_transfers SET details = NULL WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack(
      "another's note", "UPDATE coins_transfers SET details = 2 WHERE transfer = 2",
      "transfers of block 2 are not those"),
    Attack(
      "a note's digest", "UPDATE coins_details SET digest = zeroblob(32) WHERE details = 1",
      "the text of details 1 was changed"),
    Attack(
      "a note's text", "UPDATE coins_details SET reason = 'well' WHERE details = 1", "the text of details 1 was changed"
    ),
    Attack(
      "half a note", "UPDATE coins_details SET metadata = NULL WHERE details = 1", "the text of details 1 was changed"),
    Attack("a note that is gone", "DELETE FROM coins_details WHERE details = 1", "details 1 are not there"),
    Attack(
      "the last transfer", "DELETE FROM coins_transfers WHERE transfer = 18",
      "block 15 seals transfers that are not there"),
    Attack(
      "a transfer in between", "DELETE FROM coins_transfers WHERE transfer = 9", "transfer 10 comes where 9 is due"),
    Attack(
      "a transfer that was never sealed",
      "INSERT INTO coins_transfers SELECT 19, x'7fffffffffffffffffffffffffffffff', kind, debit, credit, amount, at, expires_at, related, linked, details, NULL, fingerprint FROM coins_transfers WHERE transfer = 18",
      "transfers from 19 on are in no block"),
    Attack(
      "two transfers in another order",
      "UPDATE coins_transfers SET transfer = 99 WHERE transfer = 2; UPDATE coins_transfers SET transfer = 2 WHERE transfer = 3; UPDATE coins_transfers SET transfer = 3 WHERE transfer = 99",
      "transfers of block 2 are not those"),
    Attack(
      "an impossible kind", "UPDATE coins_transfers SET kind = 12 WHERE transfer = 3",
      "transfer 3 has values that can't be"),
    Attack(
      "a shortened fingerprint", "UPDATE coins_transfers SET fingerprint = x'00' WHERE transfer = 3",
      "transfer 3 has values that can't be"),
  ]

  static let entries = [
    Attack(
      "an entry's amount", "UPDATE coins_entries SET amount = amount + 1 WHERE entry = 5", "the balance in entry 5"),
    Attack(
      "an entry's balance", "UPDATE coins_entries SET balance = balance + 1 WHERE entry = 5", "the balance in entry 5"),
    Attack(
      "an entry's account", "UPDATE coins_entries SET account = 6 WHERE entry = 5", "transfer 2 and its entries differ"),
    Attack(
      "where an entry comes from", "UPDATE coins_entries SET previous = NULL WHERE entry = 10",
      "entry 10 does not follow entry 9"),
    Attack("an entry that is gone", "DELETE FROM coins_entries WHERE entry = 5", "transfer 2 and its entries differ"),
    Attack("the last entry", "DELETE FROM coins_entries WHERE entry = 37", "transfer 18 and its entries differ"),
    Attack(
      "an entry too many", "INSERT INTO coins_entries VALUES (41, 6, 5, 76, 37)",
      "entry 41 belongs to no posted transfer"),
    Attack(
      "an entry of nobody", "UPDATE coins_entries SET account = 99 WHERE entry = 5",
      "entry 5 belongs to account 99, which is not there"),
    Attack(
      "entries of a hold", "INSERT INTO coins_entries VALUES (12, 5, -20, 75, 10), (13, 2, 20, 50, 11)",
      "entry 12 belongs to no posted transfer"),
    Attack(
      "an amount, with its entries and balances",
      """
      UPDATE coins_transfers SET amount = amount + 1 WHERE transfer = 18;
      UPDATE coins_entries SET amount = amount - 1, balance = balance - 1 WHERE entry = 36;
      UPDATE coins_entries SET amount = amount + 1, balance = balance + 1 WHERE entry = 37;
      UPDATE coins_accounts SET posted = posted - 1 WHERE account = 1;
      UPDATE coins_accounts SET posted = posted + 1 WHERE account = 6;
      UPDATE coins_lots SET amount = amount + 1, remaining = remaining + 1 WHERE lot = 7
      """, "transfers of block 15 are not those"),
    Attack(
      "an amount, with everything but its transfer",
      """
      UPDATE coins_entries SET amount = amount - 1, balance = balance - 1 WHERE entry = 36;
      UPDATE coins_entries SET amount = amount + 1, balance = balance + 1 WHERE entry = 37;
      UPDATE coins_accounts SET posted = posted - 1 WHERE account = 1;
      UPDATE coins_accounts SET posted = posted + 1 WHERE account = 6;
      UPDATE coins_lots SET amount = amount + 1, remaining = remaining + 1 WHERE lot = 7
      """, "transfer 18 and its entries differ"),
  ]

  static let accounts = [
    Attack(
      "a balance", "UPDATE coins_accounts SET posted = posted + 1 WHERE account = 5",
      "the balance of account 5 is not the sum of its entries"),
    Attack(
      "two balances",
      "UPDATE coins_accounts SET posted = posted + CASE account WHEN 5 THEN 1 ELSE -1 END WHERE account IN (5, 6)",
      "the balance of account 5 is not the sum of its entries"),
    Attack(
      "balances that are swapped",
      "UPDATE coins_accounts SET posted = (SELECT b.posted FROM coins_accounts AS b WHERE b.account = 11 - coins_accounts.account) WHERE account IN (5, 6)",
      "the balance of account 5 is not the sum of its entries"),
    Attack(
      "what is held", "UPDATE coins_accounts SET held = 0 WHERE account = 5", "what account 5 holds back is not the sum"
    ),
    Attack(
      "the newest entry", "UPDATE coins_accounts SET last_entry = 5 WHERE account = 5",
      "the balance of account 5 is not the sum of its entries"),
    Attack("a floor", "UPDATE coins_accounts SET floor = 1000 WHERE account = 5", "account 5 is below its floor"),
    Attack(
      "a floor below zero", "UPDATE coins_accounts SET floor = -1000 WHERE account = 5",
      "the floor of account 5 is below zero"),
    Attack(
      "an owner", "UPDATE coins_accounts SET owner = x'00000000000070000000000000000009' WHERE account = 5",
      "transfers of block 2 are not those"),
    Attack(
      "owners that are swapped",
      "UPDATE coins_accounts SET owner = zeroblob(16) WHERE account = 5; UPDATE coins_accounts SET owner = x'00000000000070000000000000000001' WHERE account = 6; UPDATE coins_accounts SET owner = x'00000000000070000000000000000002' WHERE account = 5",
      "transfers of block 2 are not those"),
    Attack(
      "a wallet made a place where coins go", "UPDATE coins_accounts SET kind = 4 WHERE account = 7",
      "account 7 is not of the kind that its owner says"),
    Attack(
      "a wallet made a budget", "UPDATE coins_accounts SET kind = 2, name = 'mine' WHERE account = 7",
      "account 7 has lots, which only a wallet has"),
    Attack(
      "a budget made a wallet", "UPDATE coins_accounts SET kind = 1, name = NULL WHERE account = 4",
      "the balance of account 4 is not the sum of its lots"),
    Attack(
      "an account that is gone", "DELETE FROM coins_accounts WHERE account = 7", "transfer 10 has values that can't be"),
    Attack(
      "another asset", "UPDATE coins_accounts SET asset = 2 WHERE account = 7", "the balances of asset 2 add up to"),
  ]

  static let lots = [
    Attack(
      "what is left of a lot", "UPDATE coins_lots SET remaining = remaining + 1 WHERE lot = 3",
      "what is left of lot 3 is not what its draws have left"),
    Attack(
      "coins from lot to lot",
      "UPDATE coins_lots SET remaining = remaining + CASE lot WHEN 3 THEN 1 ELSE -1 END WHERE lot IN (1, 3)",
      "what is left of lot 1 is not"),
    Attack(
      "what a lot was", "UPDATE coins_lots SET amount = amount + 1, remaining = remaining + 1 WHERE lot = 3",
      "the balance of account 5 is not the sum of its lots"),
    Attack(
      "what two lots were",
      "UPDATE coins_lots SET amount = amount + CASE lot WHEN 3 THEN 1 ELSE -1 END, remaining = remaining + CASE lot WHEN 3 THEN 1 ELSE -1 END WHERE lot IN (1, 3)",
      "lot 1 is not what transfer 2 has credited"),
    Attack(
      "how long a lot lives", "UPDATE coins_lots SET expires_at = expires_at + 1 WHERE lot = 1",
      "lot 1 is not what transfer 2 has credited"),
    Attack(
      "a lot for ever", "UPDATE coins_lots SET expires_at = NULL WHERE lot = 1",
      "lot 1 is not what transfer 2 has credited"),
    Attack(
      "a passed-on lot for ever", "UPDATE coins_lots SET expires_at = NULL WHERE lot = 4",
      "what transfer 9 has passed on does not live as long as it did"),
    Attack(
      "whose a lot is", "UPDATE coins_lots SET account = 6 WHERE lot = 3",
      "the balance of account 5 is not the sum of its lots"),
    Attack(
      "where a lot is from", "UPDATE coins_lots SET transfer = 4 WHERE lot = 1",
      "lot 1 is not what transfer 4 has credited"),
    Attack(
      "a lot of no transfer", "UPDATE coins_lots SET transfer = 99 WHERE lot = 1",
      "lot 1 is not what transfer 99 has credited"),
    Attack(
      "the next lot", "UPDATE coins_lots SET next = 3 WHERE lot = 3", "the list of lots of account 5 is broken at lot 3"
    ),
    Attack(
      "a circle of lots", "UPDATE coins_lots SET next = 3 WHERE lot = 1",
      "the list of lots of account 5 is broken at lot 3"),
    Attack(
      "another's lot", "UPDATE coins_lots SET next = 2 WHERE lot = 1",
      "the list of lots of account 5 is broken at lot 2"),
    Attack(
      "a lot left out", "UPDATE coins_accounts SET first_lot = 1 WHERE account = 5", "lot 3 is in the list of no wallet"
    ),
    Attack("a list that is cut", "UPDATE coins_lots SET next = 0 WHERE lot = 3", "lot 1 is in the list of no wallet"),
    Attack(
      "a lot in order that is in a list", "UPDATE coins_lots SET next = -1 WHERE lot = 3",
      "the list of lots of account 5 is broken at lot 3"),
    Attack(
      "a lot neither in a list nor in order",
      "UPDATE coins_accounts SET first_lot = 1, listed = 1 WHERE account = 5; UPDATE coins_lots SET next = -2 WHERE lot = 3",
      "lot 3 is neither in a list nor in order"),
    Attack(
      "a list that counts more than it has", "UPDATE coins_accounts SET listed = 99 WHERE account = 5",
      "account 5 counts 99 lots in its list of"),
    Attack("a lot that is gone", "DELETE FROM coins_lots WHERE lot = 3", "lot 4 comes where 3 is due"),
    Attack(
      "the last lot", "DELETE FROM coins_lots WHERE lot = 7", "the balance of account 6 is not the sum of its lots"),
    Attack(
      "a lot more", "INSERT INTO coins_lots VALUES (8, 7, 10, 5, 0, NULL, NULL)",
      "what is left of lot 8 is not what its draws have left"),
  ]

  static let draws = [
    Attack(
      "a draw", "DELETE FROM coins_draws WHERE transfer = 5", "what is left of lot 1 is not what its draws have left"),
    Attack("a draw's amount", "UPDATE coins_draws SET amount = amount - 1 WHERE transfer = 5", "what is left of lot 1"),
    Attack(
      "a draw of nothing", "INSERT INTO coins_draws VALUES (5, 99, 1)", "transfer 5 draws on lot 99, which is not there"
    ),
    Attack(
      "draws from transfer to transfer",
      "UPDATE coins_draws SET amount = amount + CASE transfer WHEN 5 THEN 1 ELSE -1 END WHERE transfer IN (5, 6) AND lot = 1",
      "the draws of transfer 5 are not what it has taken and given back"),
    Attack(
      "a draw of another transfer", "UPDATE coins_draws SET transfer = 3 WHERE transfer = 5",
      "the draws of transfer 3 are not what it has taken"),
    Attack(
      "a draw on another's lot",
      "UPDATE coins_draws SET lot = 2 WHERE transfer = 5; UPDATE coins_lots SET remaining = remaining + 30 WHERE lot = 1; UPDATE coins_lots SET remaining = remaining - 30 WHERE lot = 2",
      "transfer 5 draws on lot 2, which is another's"),
  ]

  static let holds = [
    Attack(
      "a hold that was captured is open", "UPDATE coins_holds SET resolved_by = NULL WHERE hold = 7",
      "what account 6 holds back is not the sum"),
    Attack(
      "an open hold is resolved", "UPDATE coins_holds SET resolved_by = 8 WHERE hold = 6",
      "hold 6 was not resolved by the transfer that it names"),
    Attack(
      "a hold resolved by a stranger", "UPDATE coins_holds SET resolved_by = 15 WHERE hold = 7",
      "hold 7 was not resolved by the transfer that it names"),
    Attack(
      "a hold resolved by nobody", "UPDATE coins_holds SET resolved_by = 99 WHERE hold = 7",
      "hold 7 was not resolved by the transfer that it names"),
    Attack(
      "a hold's amount", "UPDATE coins_holds SET amount = 19 WHERE hold = 6", "hold 6 is not what its transfer says"),
    Attack(
      "whose a hold is", "UPDATE coins_holds SET debit = 6 WHERE hold = 6", "hold 6 is not what its transfer says"),
    Attack(
      "whom a hold is for", "UPDATE coins_holds SET payee = 6 WHERE hold = 16",
      "hold 16 counts for another wallet than the one that it is for"),
    Attack(
      "how long a hold lasts", "UPDATE coins_holds SET times_out_at = NULL WHERE hold = 6",
      "hold 6 is not what its transfer says"),
    Attack(
      "a past hold's amount", "UPDATE coins_holds SET amount = 9 WHERE hold = 7", "hold 7 is not what its transfer says"
    ),
    Attack("a hold that is gone", "DELETE FROM coins_holds WHERE hold = 6", "what account 5 holds back is not the sum"),
    Attack(
      "a past hold that is gone", "DELETE FROM coins_holds WHERE hold = 7", "hold 7 is not what its transfer says"),
    Attack(
      "a hold of no hold", "INSERT INTO coins_holds VALUES (3, 1, 50, NULL, NULL, NULL)",
      "hold 3 is not what its transfer says"),
    Attack(
      "a capture of more",
      "UPDATE coins_transfers SET amount = 11 WHERE transfer = 8", "transfer 8 takes more than its hold has reserved"),
    Attack(
      "a reversal of more",
      "UPDATE coins_transfers SET amount = 31 WHERE transfer = 11", "more of transfer 5 was reversed than it moved"),
  ]

  static let blocks = [
    Attack("a block", "DELETE FROM coins_blocks WHERE block = 5", "block 6 does not follow block 4"),
    Attack("the last block", "DELETE FROM coins_blocks WHERE block = 15", "transfers from 18 on are in no block"),
    Attack("the first block", "DELETE FROM coins_blocks WHERE block = 1", "block 2 does not follow block 0"),
    Attack("all blocks", "DELETE FROM coins_blocks", "transfers from 1 on are in no block"),
    Attack(
      "a block's hash", "UPDATE coins_blocks SET hash = zeroblob(32) WHERE block = 5", "block 5 does not fit the chain"),
    Attack("a block's root", "UPDATE coins_blocks SET root = zeroblob(32) WHERE block = 5", "block 5 are not those"),
    Attack(
      "when a block was sealed", "UPDATE coins_blocks SET sealed_at = sealed_at + 1 WHERE block = 5",
      "block 5 does not fit the chain"),
    Attack(
      "what a block seals", "UPDATE coins_blocks SET transfers = 2 WHERE block = 2",
      "transfers of block 2 are not those"),
    Attack(
      "a block of nothing", "UPDATE coins_blocks SET transfers = 99 WHERE block = 15",
      "block 15 seals transfers that are not there"),
    Attack(
      "two roots that are swapped",
      "UPDATE coins_blocks SET root = (SELECT b.root FROM coins_blocks AS b WHERE b.block = 7 - coins_blocks.block) WHERE block IN (3, 4)",
      "transfers of block 3 are not those"),
  ]
}
