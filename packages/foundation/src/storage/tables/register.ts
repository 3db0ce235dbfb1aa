import { addOnly, citizenBy, local, reference, type Tables } from './table-entry.ts'

/** Tables of the register. */
export const registerTables = {
  businesses: {
    owner: 'register',
    kind: reference,
    place: 'register',
    rights: { update: 'all' },
    readers: ['platform'],
  },
  citizens: {
    owner: 'register',
    kind: citizenBy('svc_id'),
    rights: { update: 'all' },
    readers: ['credit-records', 'platform', 'services/credit', 'services/face'],
  },
  // Joined with `citizens` by a number that does not determine the citizen's node.
  document_numbers: { owner: 'register', kind: reference, place: 'register', rights: { delete: true } },
  phone_numbers: { owner: 'register', kind: reference, place: 'register', rights: { delete: true } },
  register_files: { owner: 'register', kind: citizenBy('file_id'), rights: addOnly },
  register_revision: { owner: 'register', kind: local, place: 'register', rights: { update: ['revision'] } },
  register_outbox: { owner: 'register-outbox', kind: local, place: 'register', rights: { delete: true } },
  // The same in a cell.
  cell_outbox: {
    owner: 'register-outbox',
    kind: local,
    place: 'cell',
    rights: { delete: true },
    readers: ['cells'],
  },
  register_identity: {
    owner: 'platform',
    kind: local,
    place: 'each',
    rights: { update: ['is_paired'] },
  },
  // The ids of its rows that home has.
  carried_effects: { owner: 'register-outbox', kind: local, rights: addOnly, retention: 'erased' },
  register_imports: { owner: 'register-import', kind: local, place: 'register', rights: { update: 'all' } },
  credit_records: {
    owner: 'credit-records',
    kind: citizenBy('svc_id'),
    rights: { update: ['as_of', 'fields', 'imported_at'] },
    readers: ['register'],
  },
} as const satisfies Tables
