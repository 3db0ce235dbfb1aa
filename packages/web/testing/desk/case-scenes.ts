import { hostile } from '../console/console-data.ts'
import { ok } from '../contract-server.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { areaScenes, shown } from './area-scenes.ts'

const proposed = areaScenes.find(({ name }) => name === 'case-proposed') as StaffScene

/** The case of a scene, about which one of two people has said something. */
const caseWith = (name: string, act: string, changes: object): StaffScene => {
  const entry = { ...shown.timeline[0], act, actor: 'Grace Kalala', text: hostile }
  const waiting = { ...shown, ...changes, timeline: [...shown.timeline, entry] }
  return { ...proposed, name, answers: { ...proposed.answers, 'GET /cases/frd_1': ok(waiting) } }
}

/** An objection about which one of two people has not spoken. */
export const objectionAlone: StaffScene = caseWith('case-objection-alone', 'objection', {
  ...{ status: 'confirmed', objection_proposal_id: null },
  objection: { by: 'Jonas Mbayo', proposal: null },
})

/** Cases about which something waits for a second person, in addition to a proposed decision. */
export const caseScenes: StaffScene[] = [
  caseWith('case-objection', 'decide_objection', {
    ...{ status: 'confirmed', objection_proposal_id: 'frd_1-7' },
    objection: { by: 'Jonas Mbayo', proposal: { decision: 'accept', by: 'Grace Kalala' } },
  }),
  caseWith('case-false-report', 'false_report', {
    ...{ status: 'dismissed', false_report: 'proposed', false_report_proposal_id: 'frd_1-8' },
  }),
]
