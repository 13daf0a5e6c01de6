-- by_time and by_number no longer have the merchant in them, whose name or tax number is easily covered: they are keyed
-- hashes of day and total with the time of day, and with the number of the transaction. What was hashed with the
-- merchant is found by nothing any more.
UPDATE receiptshake_receipts SET by_time = NULL, by_number = NULL;
