export { accessActs, accessReadings } from './access-acts.ts'
export { applicationOfAccess } from './access-entry.ts'
export { citizensRead } from './citizens-read.ts'
export { type AccessDependencies, accessDependencies } from './dependencies.ts'
export { disputeAccess, listCitizenDisputes } from './disputes/dispute-access.ts'
export {
  answerDispute,
  disputesPage,
  type ListedDispute,
  listDisputes,
  type ShownDispute,
  showDispute,
  writeAnswer,
} from './disputes/dispute-desk.ts'
export { applicationOfDispute, sealText as sealDispute } from './disputes/dispute-record.ts'
export { createFileTurns } from './file-turns.ts'
export { listAccesses, showAccess } from './list-accesses.ts'
export { accessesModule } from './module.ts'
