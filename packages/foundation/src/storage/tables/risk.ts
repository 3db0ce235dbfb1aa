import { addOnly, local, reference, type Tables, tenant } from './table-entry.ts'

/** Tables of screening lists, models, the fraud network and alarms. */
export const riskTables = {
  alarms: { owner: 'detection', kind: tenant, rights: addOnly },
  authentication_failures: { owner: 'detection', kind: local, rights: addOnly, readers: ['call-log'] },
  lookup_sketches: { owner: 'detection', kind: tenant, rights: addOnly },
  list_entries: { owner: 'lists', kind: reference, rights: { update: ['removed_in'] } },
  list_followers: {
    owner: 'lists',
    kind: local,
    rights: { update: ['seen_at', 'list_change'], delete: true },
    readers: ['cells'],
  },
  list_ftm_entities: {
    owner: 'lists',
    kind: reference,
    rights: { update: ['schema', 'ends', 'referents', 'body'], delete: true },
  },
  list_preview_entries: { owner: 'lists', kind: local, rights: { delete: true } },
  list_preview_files: { owner: 'lists', kind: local, rights: { delete: true } },
  list_previews: {
    owner: 'lists',
    kind: local,
    rights: {
      update: [
        'status',
        'base_version',
        'progressed_at',
        'screened',
        'subjects',
        'result',
        'failure',
        'stopped_by',
      ],
      delete: true,
    },
  },
  list_versions: { owner: 'lists', kind: reference, rights: { update: ['confirmed_at', 'etag'] } },
  screening_settings: {
    owner: 'lists',
    kind: reference,
    rights: { update: ['threshold', 'updated_at', 'version'] },
  },
  credit_model_decisions: { owner: 'scorecard', kind: reference, rights: addOnly },
  credit_model_declines: { owner: 'scorecard', kind: reference, rights: addOnly },
  credit_models: { owner: 'scorecard', kind: reference, rights: addOnly },
  fraud_network_changes: { owner: 'fraud-network', kind: local, rights: addOnly, retention: 'erased' },
  fraud_network_parties: { owner: 'fraud-network', kind: reference, rights: { update: 'all', delete: true } },
  fraud_network_revision: {
    owner: 'fraud-network',
    kind: local,
    rights: { insert: false, update: ['revision'] },
  },
} as const satisfies Tables
