import type { Refusal } from '@nani/foundation/core/index.ts'
import type { Effect } from '@nani/foundation/storage/index.ts'
import { auditEffect, type RequestOrigin, systemOrigin } from '../../../app/audit/index.ts'

/**
 * The audit entry of an item or a job that was refused for a reason that only the audit contains, such as the fault of a
 * consent. Other refusals need none: the response contains all about them.
 */
export const refusedWorkEffects = (
  { code, outcome }: Refusal,
  origin: RequestOrigin | typeof systemOrigin = systemOrigin,
): Effect[] =>
  outcome === null
    ? []
    : [
        auditEffect({
          ...origin,
          actor: 'application',
          http_status: null,
          error_code: code,
          purpose: null,
          makesResult: false,
          outcome,
          subject: null,
          read_ids: null,
        }),
      ]
