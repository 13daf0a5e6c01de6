-- When a source of directives that fails is asked again, and which process has it in its hands.

-- Tries in vain since the last good one.
ALTER TABLE shakes_directive_copies ADD COLUMN failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0);

-- Before this moment nobody asks who wasn't told to; NULL where it is asked at its age.
ALTER TABLE shakes_directive_copies ADD COLUMN retry_at INTEGER;

-- Until when a process has it in its hands.
ALTER TABLE shakes_directive_copies ADD COLUMN leased_until INTEGER;
