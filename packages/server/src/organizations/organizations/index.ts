import { decideApplicationName, readProposedLogo } from './application-desk.ts'
import { restoreService } from './suspend-service.ts'

export { deskApplication, readDeskApplication } from './application-desk.ts'
export { type SettingsInput, settingsInput } from './application-settings.ts'
export {
  type ApplicationSummary,
  applicationSummary,
  createApplication,
  defaultOrganizationId,
  listApplications,
  lockApplication,
  newApplicationMembers,
  updateApplication,
} from './applications.ts'
export {
  type CertificateDependencies,
  type ClientCertificate,
  issueCertificate,
  openAuthority,
  openServerCertificate,
  readServerCertificate,
  renewServerCertificate,
  revokeCertificate,
  type ServerCertificate,
  trustsCertificate,
} from './certificates.ts'
export { createBusinessComparison } from './compare-business.ts'
export { chooseConsoleSignIn, identityPage, maySignPeopleIn, readConsoleSignIn } from './console-sign-in.ts'
export { type DemoCredentials, findDemoApplication, prepareDemo } from './demo.ts'
export { isDemo } from './demo-rule.ts'
export { createDirectory, openDirectory } from './directory.ts'
export { type ExportedEntry, exportAudit, exportedFields } from './export-audit.ts'
export { type Installation, openInstallation } from './installation.ts'
export {
  type IssuedCredentials,
  issuedCredentials,
  type OrganizationDependencies,
} from './keys/issue-keys.ts'
export {
  type RotatedKeys,
  readOverlap,
  rotatedKeys,
  rotateKeys,
} from './keys/rotate-keys.ts'
export { maxLogoFileBytes, type SetLogo, setLogo } from './logo.ts'
export {
  closeOrganization,
  createRolesReader,
  type DeskReadingNeeds,
  deskApplicationReadings,
  deskOrganizationReadings,
  endCredentialsOfClosed,
  endScopes,
  endSessionsOfMember,
  listAllOrganizations,
  type MemberRecoveryNeeds,
  type MembershipNeeds,
  memberRecoveryActs,
  membershipActs,
  membershipsOf,
  type OversightNeeds,
  oversightActs,
  recoverMemberByTwo,
  refuseOrganization,
  restoreOrganization,
  showOrganization,
  suspendOrganization,
  verifyOrganization,
} from './membership/index.ts'
export { organizationsModule } from './module.ts'
export {
  applicationObject,
  fileBytes,
  lockOwnApplication,
  mailCaused,
  type OwnApplicationNeeds,
  ownApplicationActs,
  ownApplicationInput,
  reportToAdministrators,
  requireOwnApplication,
} from './own-applications/index.ts'
export {
  approvalOf,
  approveApplication,
  changeApproval,
  type ProductionStatus,
  readStatus,
  type StatusDependencies,
  withdrawApproval,
  writeProductionStatus,
} from './production-status.ts'
export { rotateMasterKey } from './rotate-master-key.ts'
export { setTestClock } from './set-test-clock.ts'
export type { DemoChoice, OrganizationsSettings } from './settings.ts'
export { type ApplicationDetails, showApplication } from './show-application.ts'
export {
  organizationOfApplication,
  type RestorationResult,
  type ServiceOfApplication,
  suspendIfApproved,
  suspendService,
  withholdServices,
} from './suspend-service.ts'

/** The acts of the desk on applications. */
export const deskApplicationActs = [decideApplicationName, readProposedLogo] as const
export { holdStatusInHome, requireVerified } from './membership/organization-rows.ts'
export { requireUninvolved, requireUninvolvedInHome } from './membership/uninvolved.ts'
export { restoreService }
