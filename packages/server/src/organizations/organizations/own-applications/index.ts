import { issueOwnCertificate, listOwnCertificates, revokeOwnCertificate } from './certificates.ts'
import { createOwnApplication } from './create-application.ts'
import { issueOwnKeys, rotateOwnKeys } from './keys.ts'
import { listOwnApplications, readOneOwnApplication, readUse } from './read-applications.ts'
import { setOwnLogo, updateOwnApplication } from './update-application.ts'

/** The acts and readings of an organization on its own applications. */
export const ownApplicationActs = [
  listOwnApplications,
  createOwnApplication,
  readOneOwnApplication,
  updateOwnApplication,
  setOwnLogo,
  issueOwnKeys,
  rotateOwnKeys,
  listOwnCertificates,
  issueOwnCertificate,
  revokeOwnCertificate,
  readUse,
] as const

export { applicationObject, lockOwnApplication, requireOwnApplication } from './application-object.ts'
export { purposesInForce, scopesInForce } from './in-force.ts'
export type { OwnApplicationNeeds } from './needs.ts'
export { mailCaused, reportToAdministrators, requireFactorForProduction } from './production-rules.ts'
export { ownApplicationInput } from './read-applications.ts'
export { fileBytes } from './update-application.ts'
