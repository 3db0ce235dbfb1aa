-- expand-only
-- Who took an enrolled photograph: a clerk, the app, or a file of unknown origin. Null: enrolled before this migration.
alter table face_templates add column source text check (source in ('clerk', 'app', 'file'));
