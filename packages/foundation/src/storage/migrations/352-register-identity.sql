-- expand-only
-- Where the register has a database of its own, home and the register have one identity. `is_paired`: in home, the register has it too.
create table register_identity (
  only_row boolean primary key default true check (only_row),
  identity uuid not null,
  is_paired boolean not null default false
);
