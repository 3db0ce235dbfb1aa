import {
  addOnly,
  evidence,
  local,
  ownerOnly,
  readOnly,
  reference,
  type Tables,
  tenant,
} from './table-entry.ts'

const ofLog = { owner: 'audit-transparency', kind: local, place: 'cell' } as const

/** Tables of the installation, the audit log and the log of acts. */
export const installationTables = {
  // Only the owner erases the salt of a day, and with it what was sealed on that day.
  day_salts: { owner: 'storage', kind: local, rights: addOnly, retention: 'erased' },
  // A row has the salt of a sealed file. Only the owner writes it, and erases the salt.
  archived_days: { owner: 'archive', kind: local, place: 'each', rights: readOnly, readers: ['storage'] },
  detached_partitions: { owner: 'storage', kind: local, place: 'each', rights: ownerOnly },
  // A trigger allows changes of those secrets that a process renews. `name` is assigned, never changed.
  installation_secrets: {
    owner: 'storage',
    kind: local,
    rights: { update: ['name', 'sealed', 'created_at'] },
  },
  maintenance_state: { owner: 'storage', kind: local, place: 'each', rights: ownerOnly },
  readiness_checks: {
    owner: 'storage',
    kind: local,
    place: 'each',
    rights: { update: ['checked_at'], delete: true },
  },
  schema_migrations: { owner: 'storage', kind: local, place: 'each', rights: readOnly, readers: ['backup'] },
  audit_entries: {
    owner: 'audit',
    kind: tenant,
    rights: evidence,
    partition: 'day',
    retention: 400,
    readers: ['accesses', 'audit-transparency', 'call-log', 'cells', 'conformance', 'organizations'],
  },
  // Each cell has a log of its own. A trigger refuses a change of the hashes that are there.
  audit_bundles: { ...ofLog, rights: { update: ['commitments'] } },
  audit_checkpoints: { ...ofLog, rights: addOnly, retention: 'erased' },
  audit_cosignatures: { ...ofLog, rights: addOnly, retention: 'erased' },
  audit_leaves: {
    ...ofLog,
    rights: addOnly,
    partition: 'day',
    retention: 400,
  },
  act_leaves: { ...ofLog, rights: addOnly },
  audit_log_keys: { ...ofLog, rights: { update: ['signs_until'] } },
  audit_sequencing: {
    ...ofLog,
    rights: {
      insert: false,
      update: [
        ...['read_until', 'read_at', 'sweep_day', 'sweep_application', 'sweep_entry'],
        ...['acts_read_until', 'acts_sweep_number', 'read_in'],
      ],
    },
  },
  audit_tiles: { ...ofLog, rights: { update: ['hashes'] } },
  audit_trees: { ...ofLog, rights: { insert: false, update: ['size'] } },
  audit_witnesses: {
    ...ofLog,
    rights: { update: ['size', 'refused_at', 'refusal'] },
  },
  // Operators write these two as the owner of the schema.
  cells: { owner: 'cells', kind: local, rights: readOnly, readers: ['acts', 'backup'] },
  placed_organizations: { owner: 'cells', kind: local, rights: readOnly, readers: ['acts', 'organizations'] },
  // A trigger writes it.
  organization_cells: { owner: 'cells', kind: local, rights: readOnly, readers: ['acts'] },
  // An act in a cell that issues a key adds a row.
  placed_keys: { owner: 'cells', kind: local, rights: addOnly, readers: ['acts'] },
  // Operators write these three as the owner of the schema, when an organization moves.
  move_fences: {
    owner: 'cells',
    kind: local,
    place: 'each',
    rights: readOnly,
    retention: 'erased',
    readers: ['acts', 'invoicing', 'organizations', 'webhooks'],
  },
  left_applications: {
    owner: 'cells',
    kind: local,
    place: 'each',
    rights: readOnly,
    readers: ['accesses', 'audit-transparency', 'services/credit'],
  },
  moved_rows: { owner: 'cells', kind: local, place: 'each', rights: ownerOnly, retention: 'erased' },
  // The owner of the schema writes it when it prepares a cell.
  cell_identity: { owner: 'cells', kind: local, place: 'cell', rights: readOnly },
  home_heartbeats: { owner: 'cells', kind: reference, rights: { update: ['beat_at'] } },
  // A start sets them as the owner.
  installation_rules: { owner: 'installation-rules', kind: local, rights: readOnly, readers: ['acts'] },
  acts: {
    owner: 'acts',
    kind: local,
    place: 'each',
    rights: addOnly,
    readers: ['audit-transparency', 'cells', 'desk-surface', 'enrolment', 'organizations'],
  },
} as const satisfies Tables
