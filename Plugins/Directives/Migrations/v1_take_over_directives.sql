-- Directives were tables of shakes until 0.6.0: they go along as they are.
ALTER TABLE shakes_directives RENAME TO directives_directives;
ALTER TABLE shakes_directive_sources RENAME TO directives_sources;
ALTER TABLE shakes_directive_copies RENAME TO directives_copies;
ALTER TABLE shakes_directive_state RENAME TO directives_state;
