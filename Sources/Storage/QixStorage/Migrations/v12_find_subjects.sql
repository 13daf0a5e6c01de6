-- The words of what an entry of the audit log is about, so that it is found by each of them: letters, digits, '_' and
-- '-' that stand together. AuditLog+Words.swift takes the subjects of later entries apart.
CREATE TABLE qix_audit_words (
  word TEXT NOT NULL CHECK (length(word) > 0),
  entry INTEGER NOT NULL,
  PRIMARY KEY (word, entry)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE plainer (entry, subject) AS (
  SELECT entry,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(subject,
      '!', ' '), '"', ' '), '#', ' '), '$', ' '), '%', ' '), '&', ' '), '''', ' '), '(', ' '), ')', ' '), '*', ' '),
      '+', ' '), ',', ' '), '.', ' '), '/', ' '), ':', ' ')
  FROM qix_audit
),
parts (entry, word, rest) AS (
  SELECT entry, '',
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(subject,
      ';', ' '), '<', ' '), '=', ' '), '>', ' '), '?', ' '), '@', ' '), '[', ' '), '\', ' '), ']', ' '), '^', ' '),
      '`', ' '), '{', ' '), '|', ' '), '}', ' '), '~', ' ') || ' '
  FROM plainer
  UNION ALL
  SELECT entry, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM parts WHERE rest <> ''
)
INSERT INTO qix_audit_words (word, entry) SELECT DISTINCT word, entry FROM parts WHERE word <> '' ORDER BY word, entry;
