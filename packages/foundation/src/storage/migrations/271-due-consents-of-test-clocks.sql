-- expand-only
-- The records that are due by a test clock are found by their application.
create index credit_consents_due_of_application on credit_consents (application_id, due_at) where due_at is not null;
create index applications_with_test_clock on applications (application_id) where test_clock_ms > 0;
