-- expand-only
-- A page of the reasons of an application, the newest first. Without it, each page sorts all reasons of the days that it reads.
create index face_reasons_of_application on face_reasons (application_id, at, entry_id);
