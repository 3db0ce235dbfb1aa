export type { NewSms, SmsTurn } from './message.ts'
export type { ShownSms } from './message-rows.ts'
export { type Sms, type SmsUse, smsModule } from './module.ts'
