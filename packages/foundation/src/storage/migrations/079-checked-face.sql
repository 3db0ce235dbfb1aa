-- expand-only
-- Until when a photograph of the enrolment is compared. One comparison of a citizen runs at a time.
alter table device_enrolments add column checking_until timestamptz;
