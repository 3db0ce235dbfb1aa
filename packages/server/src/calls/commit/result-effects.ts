import { defineEffect, type Effect } from '@nani/foundation/storage/index.ts'

/** What a change makes: a frozen result, or a resource of a service, which can change later. */
export type ResultEffect = Effect<'frozen_result'> | { living: Effect }

const frozen = defineEffect({
  name: 'frozen_result',
  columns: { sealed: 'bytea' },
  write: ({ application, changes, id, service, day, column }) =>
    `insert into results (application_id, day, result_id, service, sealed_result)
     select ${application}, ${day}, ${id}, ${service}, ${column.sealed} from ${changes}`,
})

/** A result that never changes, under the id of its change. */
export const frozenResult = (sealed: Uint8Array): Effect<'frozen_result'> => frozen({ sealed })

/** A resource in a table of its service. The service contributes the effect that writes it. */
export const livingResource = (effect: Effect): ResultEffect => ({ living: effect })
