-- expand-only
-- A sign-in that ended because another face was in front of a device. A device has a bound of these in a day.
alter table sign_in_requests
  add column other_face_at timestamptz,
  add column other_face_of text;
create index sign_in_requests_with_other_face on sign_in_requests (citizen, other_face_at)
  where other_face_at is not null;
