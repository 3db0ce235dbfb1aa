import { errorLine } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createAuditLog } from './audit-log.ts'

export const auditModule = defineModule({
  name: 'audit',
  open({ pool, log }: Pick<Platform, 'pool' | 'log'>) {
    const audit = createAuditLog(pool, (error) => log(`audit: ${errorLine(error)}`, 'error'))
    return { provides: { audit }, stop: audit.drain }
  },
})
