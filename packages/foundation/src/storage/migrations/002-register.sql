-- The register: citizens, their files, businesses, imports.
-- Keyed by the citizen (architecture § Storage): no unique key and no foreign key leaves its row's key, so
-- that each table can be distributed by its leading key column.

-- One row holds all that a call needs: it is read by primary key, with nothing joined.
CREATE TABLE citizens (
  svc_id             text PRIMARY KEY,
  -- Visibility: a sandbox call never sees a person of the production register.
  in_sandbox         boolean NOT NULL,
  in_production      boolean NOT NULL,
  status             text NOT NULL CHECK (status IN ('active', 'suspended', 'paused', 'deleted')),
  certified          boolean NOT NULL,
  created_at         timestamptz NOT NULL,
  level_of_assurance text NOT NULL CHECK (level_of_assurance IN ('LOA2', 'LOA3', 'LOA4')),
  full_name          text NOT NULL,
  first_name         text NOT NULL,
  last_name          text NOT NULL,
  date_of_birth      date NOT NULL,
  gender             text NOT NULL CHECK (gender IN ('male', 'female')),
  nationality        text NOT NULL,
  marital_status     text CHECK (marital_status IN ('single', 'married', 'divorced', 'widowed')),
  religion           text,
  ethnicity          text,
  -- The blocks, in the shape of spec 1 § Additional KYC scopes; null when there is no data on record.
  documents          jsonb,
  addresses          jsonb,
  emails             jsonb,
  phone_numbers      jsonb,
  professions        jsonb,
  place_of_birth     jsonb,
  languages          jsonb,
  parents            jsonb,
  biometrics         jsonb,
  CHECK (in_sandbox OR in_production)
) WITH (
  -- Rows are read far more often than changed, and a full citizen (about 4 kB) stays whole in its page:
  -- a block moved out of line would cost the hot path a second read.
  fillfactor = 95,
  toast_tuple_target = 8160
);

-- Which citizen holds a document. Written in the transaction that writes the citizen.
CREATE TABLE document_numbers (
  type   text NOT NULL,
  number text NOT NULL,
  svc_id text NOT NULL,
  PRIMARY KEY (number, type)
);

-- Who uses a telephone number. Relatives share telephones, so a number may lead to several people.
CREATE TABLE phone_numbers (
  number text NOT NULL,
  svc_id text NOT NULL,
  PRIMARY KEY (number, svc_id)
);

-- Document images and biometric files, sealed by the vault with the file id as context.
CREATE TABLE register_files (
  file_id      uuid PRIMARY KEY,
  content_type text NOT NULL,
  sealed       bytea NOT NULL
);
-- What the vault sealed does not compress: storing it as it is saves the attempt.
ALTER TABLE register_files ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- Few enough to be copied to every node, so that each identifier can be unique.
CREATE TABLE businesses (
  business_id       uuid PRIMARY KEY,
  in_sandbox        boolean NOT NULL,
  in_production     boolean NOT NULL,
  legal_name        text NOT NULL,
  trade_name        text,
  legal_form        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('active', 'suspended', 'dissolved', 'struck_off')),
  registered_on     date NOT NULL,
  rccm              text UNIQUE,
  id_nat            text UNIQUE,
  nif               text UNIQUE,
  activity          jsonb,
  share_capital     jsonb,
  address           jsonb,
  officers          jsonb,
  beneficial_owners jsonb,
  updated_at        timestamptz NOT NULL,
  CHECK (in_sandbox OR in_production),
  CHECK (coalesce(rccm, id_nat, nif) IS NOT NULL)
);

-- How far the import of a file has come: committed together with the rows it counts.
CREATE TABLE register_imports (
  import_id       text PRIMARY KEY,
  file            text NOT NULL,
  size_bytes      bigint NOT NULL,
  fingerprint     text NOT NULL,
  view            text NOT NULL CHECK (view IN ('sandbox', 'production', 'both')),
  records_done    bigint NOT NULL DEFAULT 0,
  records_written bigint NOT NULL DEFAULT 0,
  records_refused bigint NOT NULL DEFAULT 0,
  started_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  finished_at     timestamptz
);
