import { OperatorError } from '@nani/foundation/core/index.ts'
import { changeCase } from '../../app/audit/index.ts'
import { stopMonitor } from './monitors.ts'

/** An operator stops a monitor. The data of its subject is deleted. */
export const stopMonitorOf = changeCase({
  action: 'monitors.stop',
  permission: { operator: ['supervisor'] },
  async change(
    client,
    { applicationId, monitorId }: { applicationId: string; monitorId: string },
    { clock },
  ) {
    if (!(await stopMonitor(applicationId, monitorId, { pool: client, clock })))
      throw new OperatorError('monitor_not_found', `The application has no running monitor ${monitorId}.`)
    return { result: undefined, entry: { subject: applicationId, after: { monitor_id: monitorId } } }
  },
})
