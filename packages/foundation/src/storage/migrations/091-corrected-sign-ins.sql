-- expand-only
-- A citizen says that the own person did not start a sign-in, and a browser corrects the number that was entered.
alter table sign_in_requests
  -- When the citizen said so.
  add column reported_at timestamptz,
  -- The request that took the place of this one, of the same application and browser.
  add column replaced_by text,
  -- How often the number of this sign-in was corrected before.
  add column corrections smallint not null default 0;
