-- expand-only
-- In a cell: what acts on its applications cause in home, such as the answer of a repeated request. It is carried to home exactly once, as
-- the rows of the outbox of the register are.
create table cell_outbox (like register_outbox including all);
