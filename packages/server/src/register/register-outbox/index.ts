export { forgetCarried, lateSeconds, readWaiting, type Waiting } from './carry.ts'
export {
  type ActPlace,
  atOnce,
  type Cause,
  defineHomeEffect,
  type Home,
  type HomeEffect,
} from './home-effect.ts'
export { inHome, openRegisterOutbox, type RegisterOutbox } from './register-outbox.ts'
export { type Durability, inRegisterTransaction } from './register-transaction.ts'
