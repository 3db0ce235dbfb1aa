-- expand-only
-- Answers of an enrolment depend on what was asked with the same text, and not on the person that it identifies.
create index device_enrolments_by_asked on device_enrolments (asked, created_at) where asked is not null;
