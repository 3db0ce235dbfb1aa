-- expand-only
-- Money. Every amount is an integer of millionths of the currency unit.

-- What an application may spend. It is next to the counters of its usage, so that a call spends in its own commit and waits
-- for no other application of its organization.
create table billing_allowances (
  application_id text primary key,
  organization_id text not null,
  -- Null: without a limit.
  available bigint default 0,
  -- The quotes of accepted items that have not ended.
  held bigint not null default 0,
  -- The sum of all charges, and the part of it that is in the ledger.
  spent bigint not null default 0,
  posted bigint not null default 0,
  constraint allowance_respected check (available >= 0),
  constraint hold_respected check (held >= 0)
) with (fillfactor = 50);
create index billing_allowances_by_organization on billing_allowances (organization_id);

-- One row for each result that is billed. The key makes a second charge impossible. Earlier releases write `charges`.
create table call_charges (
  application_id text not null,
  day date not null,
  result_id text not null,
  service text not null,
  -- What of the price list was used: an item, alone or in a batch, and the tiers of the scopes.
  item text not null,
  mode text not null check (mode in ('single', 'batch_item')),
  scopes text[] not null,
  livemode boolean not null,
  charged_at timestamptz not null,
  -- Null: the call was free.
  price_list_id text,
  amount bigint not null check (amount >= 0),
  -- An allowance was there to pay it. A statement without one fails as a whole.
  funded boolean not null,
  constraint charge_funded check (funded),
  primary key (application_id, result_id, day)
) partition by range (day);

-- The maximum that an accepted item may cost. It is held until the item ends.
alter table batch_items add column quoted bigint;
alter table batches add column quoted bigint;
alter table batches add column quoted_currency text;

create table price_lists (
  price_list_id text primary key,
  -- Null: for every organization without its own list.
  organization_id text,
  currency text not null check (currency in ('USD', 'CDF')),
  effective_from timestamptz not null,
  -- { "items": { "kyc_validation": { "single": 100000, "batch_item": 100000 } }, "tiers": { "standard": 20000 } }
  prices jsonb not null,
  created_at timestamptz not null
);
create index price_lists_by_organization on price_lists (organization_id, effective_from);

insert into price_lists (price_list_id, organization_id, currency, effective_from, prices, created_at)
values ('prl_shipped', null, 'USD', '2026-01-01T00:00:00Z', '{
  "items": {
    "kyc_validation": {"single": 100000, "batch_item": 100000},
    "age_verification": {"single": 50000, "batch_item": 50000},
    "kyb_verification": {"single": 250000, "batch_item": 250000},
    "face_verification": {"single": 200000, "batch_item": 200000},
    "face_identification": {"single": 500000, "batch_item": 500000},
    "credit_scoring": {"single": 1000000, "batch_item": 800000},
    "aml_screening": {"single": 150000, "batch_item": 150000},
    "monitor_month": {"single": 20000, "batch_item": 20000},
    "sso_login": {"single": 50000, "batch_item": 50000},
    "fraud_reporting": {"single": 0, "batch_item": 0}
  },
  "tiers": {"basic": 0, "standard": 20000, "sensitive": 100000, "biometric": 250000}
}', now());

create table billing_wallets (
  organization_id text primary key,
  wallet_id text not null,
  mode text not null check (mode in ('prepaid', 'postpaid')),
  currency text not null check (currency in ('USD', 'CDF')),
  -- Null: without a limit.
  credit_limit bigint check (credit_limit >= 0),
  alert_threshold bigint check (alert_threshold >= 0),
  -- The alert of the current crossing was sent.
  balance_is_low boolean not null default false,
  suspended boolean not null default false,
  -- The organization is older than billing.
  predates_billing boolean not null default false,
  updated_at timestamptz not null
);

-- Double entry. An entry is never changed: the role that serves calls may only add.
create table ledger_transactions (
  transaction_id text primary key,
  organization_id text not null,
  kind text not null,
  at timestamptz not null,
  -- The object that the transaction is about: an invoice, a payment, an application.
  subject text,
  reason text
);
create index ledger_transactions_by_organization on ledger_transactions (organization_id, transaction_id);

create table ledger_entries (
  transaction_id text not null,
  position smallint not null,
  organization_id text not null,
  -- Such as `wallet`, `receivable` or `allowance:app_…`.
  account text not null,
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, position)
);
create index ledger_entries_by_account on ledger_entries (organization_id, account);

-- The sums of the entries, written in their transactions.
create table ledger_balances (
  organization_id text not null,
  account text not null,
  balance bigint not null,
  primary key (organization_id, account)
) with (fillfactor = 50);

-- The entries of a transaction add up to zero when the transaction commits.
create function check_ledger_balanced() returns trigger
language plpgsql
as $$
begin
  if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'The entries of % do not add up to zero.', new.transaction_id
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end
$$;
create constraint trigger ledger_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_balanced();

-- Organizations that are older than billing are postpaid without a limit, until an operator sets their mode.
insert into billing_wallets (organization_id, wallet_id, mode, currency, predates_billing, updated_at)
select organization_id, 'wal_' || upper(substr(md5(organization_id), 1, 26)), 'postpaid', 'USD', true, now() from organizations;
insert into billing_allowances (application_id, organization_id, available)
select application_id, organization_id, null from applications where environment = 'production';
