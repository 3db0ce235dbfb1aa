-- expand-only
-- Each change of the alert threshold in the console raises it, so that two people do not overwrite each other.
alter table billing_wallets add column threshold_version integer not null default 1;
