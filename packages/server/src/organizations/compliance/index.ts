import { listOwnAlerts } from './alerts.ts'
import { decideOwnHit, listOwnDispositions } from './dispositions.ts'
import { answerOwnDispute, listOwnDisputes } from './disputes.ts'
import { listOwnFaceReasons } from './face-reasons.ts'
import { listOwnMonitors, stopOwnMonitor } from './monitors.ts'

/** The acts and readings of compliance officers. */
export const complianceActs = [
  listOwnMonitors,
  stopOwnMonitor,
  listOwnAlerts,
  listOwnDispositions,
  decideOwnHit,
  listOwnFaceReasons,
  listOwnDisputes,
  answerOwnDispute,
] as const

export { complianceSecrets } from './needs.ts'
