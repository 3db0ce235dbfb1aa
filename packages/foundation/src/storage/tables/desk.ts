import { accountTables } from './account-tables.ts'
import { local, type Tables } from './table-entry.ts'

/** Tables of operators and of the desk. */
export const deskTables = {
  ...accountTables('operator'),
  operators: {
    owner: 'operators',
    kind: local,
    rights: {
      update: [
        'roles',
        'enrolment_hash',
        'enrolment_expires_at',
        'enrolled_at',
        'disabled_at',
        'version',
        'invited_by',
      ],
    },
    readers: [
      'acts',
      'desk-surface',
      'invoicing',
      'organizations',
      'proposals',
      'scorecard',
      'services/face',
      'services/fraud',
    ],
  },
  proposals: {
    owner: 'proposals',
    kind: local,
    rights: {
      update: [
        ...['status', 'decided_by', 'decided_account', 'decided_at'],
        ...['decided_reason', 'sealed_decided_reason'],
      ],
    },
    retention: 'erased',
    readers: ['desk-surface', 'enrolment'],
  },
} as const satisfies Tables
