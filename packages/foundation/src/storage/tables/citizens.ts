import { addOnly, local, type Tables, tenant } from './table-entry.ts'

/** Tables of what citizens do and receive. */
export const citizensTables = {
  citizen_devices: {
    owner: 'citizen-devices',
    kind: local,
    rights: {
      update: [
        'revoked_at',
        'challenge',
        'challenge_ends_at',
        'last_used_at',
        'sign_count',
        'notices_seen_at',
        'sealed_push',
        'push_hash',
      ],
    },
  },
  citizen_sessions: {
    owner: 'citizen-devices',
    kind: local,
    rights: { update: ['expires_at'], delete: true },
  },
  citizen_settings: {
    owner: 'citizen-devices',
    kind: local,
    rights: { update: ['notify_accesses', 'accesses_notified_at'] },
  },
  device_enrolments: {
    owner: 'citizen-devices',
    kind: local,
    rights: {
      update: [
        'attempts_left',
        'captures_left',
        'state',
        'challenge',
        'ended_at',
        'checking_until',
        'wrong_codes',
        'wrong_of_message',
        'reported_at',
      ],
    },
    retention: 'erased',
  },
  credit_consent_approvals: { owner: 'consents', kind: tenant, rights: addOnly, retention: 'erased' },
  credit_consent_uses: { owner: 'consents', kind: tenant, rights: addOnly, retention: 'erased' },
  credit_consents: {
    owner: 'consents',
    kind: tenant,
    rights: {
      update: [
        'status',
        'consent_id',
        'granted_at',
        'lapses_at',
        'due_status',
        'due_at',
        'changed_at',
        'sealed_reason',
      ],
    },
    retention: 'erased',
  },
  access_dispute_answers: { owner: 'accesses', kind: tenant, rights: addOnly, retention: 'erased' },
  // A dispute and its answers never change; only whether there is an answer.
  access_disputes: {
    owner: 'accesses',
    kind: tenant,
    rights: { update: ['status', 'changed_at'] },
    retention: 'erased',
    readers: ['desk-surface'],
  },
  // Each database has an audit log.
  notifier_progress: {
    owner: 'notifier',
    kind: local,
    place: 'each',
    rights: { insert: false, update: ['accesses_until'] },
  },
  push_messages: {
    owner: 'notifier',
    kind: local,
    rights: { update: ['attempts', 'next_attempt_at'], delete: true },
  },
  sms_messages: {
    owner: 'sms',
    kind: local,
    rights: {
      update: ['attempts', 'next_attempt_at', 'state', 'sealed_message', 'sent_at', 'taken_at', 'reserved'],
    },
    retention: 'erased',
  },
} as const satisfies Tables
