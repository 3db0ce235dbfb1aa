export { accessActs } from './access-acts.ts'
export { citizensRead } from './citizens-read.ts'
export { type AccessDependencies, accessDependencies } from './dependencies.ts'
export { disputeAccess, listCitizenDisputes } from './dispute-access.ts'
export {
  answerDispute,
  disputesPage,
  type ListedDispute,
  listDisputes,
  type ShownDispute,
  showDispute,
  writeAnswer,
} from './dispute-desk.ts'
export { createFileTurns } from './file-turns.ts'
export { listAccesses, showAccess } from './list-accesses.ts'
export { accessesModule } from './module.ts'
