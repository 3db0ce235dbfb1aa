-- expand-only
-- A file of a preview is read in parts. Without compression, PostgreSQL reads one part alone.
alter table list_preview_files alter column content set storage external;
