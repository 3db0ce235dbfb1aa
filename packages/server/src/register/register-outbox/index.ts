export {
  ForgedRow,
  forgetCarried,
  lateSeconds,
  noCarrying,
  type OutboxTable,
  readWaiting,
} from './carry.ts'
export {
  type ActPlace,
  type Cause,
  causeDirectly,
  defineHomeEffect,
  type HomeEffect,
} from './home-effect.ts'
export { inHome, openRegisterOutbox, type RegisterOutbox } from './register-outbox.ts'
export { type Durability, holdActs, inRegisterTransaction } from './register-transaction.ts'
export { rowKeyOf } from './row-proof.ts'
