export { inRegisterTransaction } from '../register-outbox/index.ts'
export type { Business } from './business.ts'
export { fileIdOf } from './file-id.ts'
export { type FilePlaceholder, filePlaceholder, type WithFilePlaceholders } from './file-placeholder.ts'
export { type EndAccess, type EndedAccess, nothingEnded } from './lost-access.ts'
export { registerModule } from './module.ts'
export { createPhoneHolders, type PhoneHolders } from './phone-holders.ts'
export { earliestBirth, isPossibleBirth } from './possible-birth.ts'
export { createPostgresRegister } from './postgres-register.ts'
export { hasCitizen, lockCitizen, readRegisterCitizen, readRegisterSummary } from './read-register.ts'
export { emptyRecord, jsonBlocks } from './record-blocks.ts'
export type {
  AccountStatus,
  Citizen,
  CitizenDocument,
  FileContent,
  LevelOfAssurance,
  Register,
  RegisterView,
  StoredFile,
} from './register.ts'
export { type ChangedIdentities, changedIdentities, readRegisterRevision } from './register-revision.ts'
export { type KnownCitizen, removeCitizensIn } from './remove-citizens.ts'
export { writeBusinesses, writeBusinessesIn } from './write-businesses.ts'
export { type CitizensOutcome, writeCitizens, writeCitizensIn } from './write-citizens.ts'
export { knownFiles, type NewFile, writeFiles } from './write-files.ts'
export { writeSelfieIn } from './write-selfie.ts'
export type { RefusedRow, WriteOutcome, WriteView } from './write-view.ts'
