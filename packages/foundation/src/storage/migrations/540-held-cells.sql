-- expand-only
-- Processes do not open a cell that is held, until it is prepared again (`prepared`) or named again (`added`). Null: it is not held. A
-- release before reads this migration as newer in each cell, so that it takes no right there that this release gives.
alter table cells add column held_until text check (held_until in ('prepared', 'added'));
