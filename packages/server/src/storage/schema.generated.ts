// Written by `npm run schema:types` from the migrated schema. Do not edit.

import type { Generated, GeneratedAlways } from 'kysely'

export type AmlDispositions = {
  application_id: string
  disposition_id: string
  hit: Buffer
  screening_id: string
  position: number
  disposition: string
  sealed_reason: Buffer
  decided_at: Date
}

export type ApiKeys = {
  application_id: string
  api_key: string
  sealed_secrets: Buffer
  created_at: Date
  revoked_at: Date | null
}

export type Applications = {
  application_id: string
  organization_id: string
  name: string
  environment: string
  services: string[]
  approved_services: Generated<string[]>
  scopes: string[]
  purposes: string[]
  ip_allowlist: Generated<string[]>
  burst_per_second: number
  quotas: Generated<unknown>
  batch_items_per_day: number | null
  created_at: Date
  may_omit_liveness: Generated<boolean>
}

export type AuditEntries = {
  application_id: string
  day: string
  entry_id: string
  at: Date
  api_key: string | null
  request_id: string | null
  client_address: string | null
  method: string | null
  path: string | null
  http_status: number | null
  error_code: string | null
  service: string | null
  purpose: string | null
  scopes: string[] | null
  result_id: string | null
  outcome: string | null
  subject: Buffer | null
  read_ids: string[] | null
}

export type BatchItems = {
  application_id: string
  day: string
  batch_id: string
  position: number
  status: string
  sealed_request: Buffer | null
  result_id: string | null
  result_day: string | null
  sealed_error: Buffer | null
}

export type Batches = {
  application_id: string
  batch_id: string
  service: string
  total_items: number
  created_at: Date
  completed_at: Date | null
  cancelled_at: Date | null
  succeeded_items: number | null
  failed_items: number | null
  sealed_context: Buffer
}

export type Bursts = {
  application_id: string
  second: number
  used: number
}

export type Businesses = {
  business_id: string
  in_sandbox: boolean
  in_production: boolean
  legal_name: string
  trade_name: string | null
  legal_form: string
  status: string
  registered_on: string
  rccm: string | null
  id_nat: string | null
  nif: string | null
  activity: unknown
  share_capital: unknown
  address: unknown
  officers: unknown
  beneficial_owners: unknown
  updated_at: Date
  changed_in: Generated<number>
}

export type Charges = {
  application_id: string
  result_id: string
  service: string
  scopes: string[]
  livemode: boolean
  charged_at: Date
}

export type Citizens = {
  svc_id: string
  in_sandbox: boolean
  in_production: boolean
  status: string
  certified: boolean
  created_at: Date
  level_of_assurance: string
  full_name: string
  first_name: string
  last_name: string
  date_of_birth: string
  gender: string
  nationality: string
  marital_status: string | null
  religion: string | null
  ethnicity: string | null
  documents: unknown
  addresses: unknown
  emails: unknown
  phone_numbers: unknown
  professions: unknown
  place_of_birth: unknown
  languages: unknown
  parents: unknown
  biometrics: unknown
  changed_in: Generated<number>
}

export type ClientCertificates = {
  application_id: string
  thumbprint: string
  subject: string
  not_after: Date
  created_at: Date
  revoked_at: Date | null
}

export type DocumentNumbers = {
  type: string
  number: string
  svc_id: string
}

export type EventPositions = {
  application_id: string
  last: number
}

export type Events = {
  application_id: string
  day: string
  event_id: string
  position: number
  type: string
  created_at: Date
  object_kind: string
  object_id: string | null
  sealed_data: Buffer | null
}

export type FaceChanges = {
  only_row: Generated<boolean>
  change: number
}

export type FaceReasons = {
  application_id: string
  day: string
  entry_id: string
  at: Date
  api_key: string
  request_id: string
  client_address: string
  mode: string
  outcome: string
  sealed_reason: Buffer
  text_mark: Buffer
  pattern_mark: Buffer
}

export type FaceTemplates = {
  svc_id: string
  file_id: string
  model_id: string
  template_number: GeneratedAlways<number>
  change: number
  sealed_template: Buffer | null
  enrolled_at: Date
}

export type FraudNetworkParties = {
  view: string
  case_number: string
  party: number
  role: string
  case_type: string
  case_status: string
  confirmed_on: string
  svc_id: string | null
  rccm: string | null
  full_name: string | null
  date_of_birth: string | null
  nationality: string | null
}

export type IdempotencyKeys = {
  application_id: string
  key: string
  fingerprint: Buffer
  claim: string
  claimed_until: Date
  expires_at: Date
  http_status: number | null
  sealed_answer: Buffer | null
}

export type InstallationSecrets = {
  name: string
  sealed: Buffer
  created_at: Date
}

export type Jobs = {
  application_id: string
  job_id: string
  service: string
  status: string
  sealed_request: Buffer | null
  result_id: string | null
  result_day: string | null
  sealed_error: Buffer | null
  created_at: Date
  finished_at: Date | null
}

export type ListEntries = {
  entry_id: GeneratedAlways<number>
  list_id: string
  audience: string
  reference: string
  content_hash: Buffer
  facts: unknown
  details: unknown
  added_in: number
  removed_in: number | null
}

export type ListFtmEntities = {
  list_id: string
  audience: string
  entity_id: string
  schema: string
  ends: string[]
  referents: string[]
  body: unknown
}

export type ListVersions = {
  version_id: GeneratedAlways<number>
  list_id: string
  audience: string
  sha256: string
  source_date: string | null
  format: string
  source: string
  etag: string | null
  fetched_at: Date
  confirmed_at: Date
  entries: number
  added: number
  changed: number
  removed: number
}

export type MonitoringProgress = {
  only_row: Generated<boolean>
  list_change: number
  threshold: number
  register_revision: number
  swept_at: Date
}

export type Monitors = {
  application_id: string
  monitor_id: string
  monitor_number: Generated<number>
  environment: string
  screening_id: string
  identity: Buffer | null
  sealed_subject: Buffer
  sealed_standing: Buffer
  revision: Generated<number>
  created_at: Date
  screened_at: Date
  stopped_at: Date | null
  due: Generated<string | null>
  birth: Buffer | null
}

export type Nonces = {
  application_id: string
  api_key: string
  day: string
  nonce: string
}

export type Organizations = {
  organization_id: string
  name: string
  created_at: Date
}

export type PhoneNumbers = {
  number: string
  svc_id: string
}

export type RegisterFiles = {
  file_id: string
  content_type: string
  sealed: Buffer
}

export type RegisterImports = {
  import_id: string
  file: string
  size_bytes: number
  fingerprint: string
  view: string
  records_done: Generated<number>
  records_written: Generated<number>
  records_refused: Generated<number>
  started_at: Date
  updated_at: Date
  finished_at: Date | null
}

export type RegisterRevision = {
  only_row: Generated<boolean>
  revision: number
}

export type Results = {
  application_id: string
  day: string
  result_id: string
  service: string
  sealed_result: Buffer
}

export type SchemaMigrations = {
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export type ScreeningSettings = {
  only_row: Generated<boolean>
  threshold: number
  updated_at: Date
}

export type UsageCounters = {
  application_id: string
  service: string
  period: string
  period_start: string
  used: number
  calls_limit: number | null
}

export type WebhookAttempts = {
  application_id: string
  day: string
  event_id: string
  attempt_id: string
  attempt: number
  at: Date
  url: string
  http_status: number | null
  latency_ms: number
  failure: string | null
  sealed_answer: Buffer | null
  round: Generated<number>
}

export type WebhookDeliveries = {
  application_id: string
  event_id: string
  event_day: string
  state: Generated<string>
  attempts: Generated<number>
  next_attempt_at: Date
  leased_until: Date | null
  round: Generated<number>
}

export type WebhookEndpoints = {
  application_id: string
  url: string
  event_types: string[] | null
  created_at: Date
  updated_at: Date
}

export type Schema = {
  aml_dispositions: AmlDispositions
  api_keys: ApiKeys
  applications: Applications
  audit_entries: AuditEntries
  batch_items: BatchItems
  batches: Batches
  bursts: Bursts
  businesses: Businesses
  charges: Charges
  citizens: Citizens
  client_certificates: ClientCertificates
  document_numbers: DocumentNumbers
  event_positions: EventPositions
  events: Events
  face_changes: FaceChanges
  face_reasons: FaceReasons
  face_templates: FaceTemplates
  fraud_network_parties: FraudNetworkParties
  idempotency_keys: IdempotencyKeys
  installation_secrets: InstallationSecrets
  jobs: Jobs
  list_entries: ListEntries
  list_ftm_entities: ListFtmEntities
  list_versions: ListVersions
  monitoring_progress: MonitoringProgress
  monitors: Monitors
  nonces: Nonces
  organizations: Organizations
  phone_numbers: PhoneNumbers
  register_files: RegisterFiles
  register_imports: RegisterImports
  register_revision: RegisterRevision
  results: Results
  schema_migrations: SchemaMigrations
  screening_settings: ScreeningSettings
  usage_counters: UsageCounters
  webhook_attempts: WebhookAttempts
  webhook_deliveries: WebhookDeliveries
  webhook_endpoints: WebhookEndpoints
}
