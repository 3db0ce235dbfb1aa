export {
  AlreadyCompleted,
  type Commit,
  type CommitRecord,
  commitWithin,
  createCommit,
  FundsSpent,
  type NotCommitted,
  QuotaSpent,
} from './commit.ts'
export { commitModule } from './module.ts'
export { frozenResult, livingResource } from './result-effects.ts'
