import type { ServiceName } from '@nani/contract'
import { createAuditLog } from '@nani/server/app/audit/index.ts'
import type { Installation } from './installation.ts'

type Reading = { applicationId: string; command: string; resultId: string; service?: ServiceName }

/**
 * Who reads a stored result by a command leaves an entry in the audit log like who calls for it, with `operator` in the place
 * of an API key. It is written before anything is shown; what cannot be written is not shown.
 */
export const auditReading = async (
  { pool, clock, newId }: Pick<Installation, 'pool' | 'clock' | 'newId'>,
  { applicationId, command, resultId, service = 'aml_screening' }: Reading,
): Promise<void> => {
  const lost: unknown[] = []
  const log = createAuditLog(pool, (error) => lost.push(error))
  log.record({
    application_id: applicationId,
    at_ms: clock.now(),
    actor: 'operator',
    api_key: 'operator',
    request_id: newId('req'),
    client_address: 'local',
    method: 'CLI',
    path: command,
    http_status: 200,
    error_code: null,
    service,
    purpose: null,
    scopes: null,
    outcome: null,
    subject: null,
    read_ids: [resultId],
  })
  await log.drain()
  if (lost.length > 0) throw lost[0]
}
