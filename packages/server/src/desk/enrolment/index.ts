import { correctCitizen, readCorrection } from './correct-citizen.ts'
import { addDocument, changeStatus, enrolCitizen, readCitizen } from './enrol-citizen.ts'
import { takePortrait } from './take-portrait.ts'

export { correctCitizen, forgetCorrections, sealReason } from './correct-citizen.ts'
export { deleteSynthetic } from './delete-synthetic.ts'
export { outboxOf } from './home-effects.ts'
export type { EnrolmentDeskNeeds } from './needs.ts'

/** The acts and readings of an enrolment officer. */
export const enrolmentDeskActs = [
  readCitizen,
  enrolCitizen,
  addDocument,
  takePortrait,
  correctCitizen,
  readCorrection,
  changeStatus,
] as const
