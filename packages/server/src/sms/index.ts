export type { NewSms, SmsGateway, SmsMessage } from './message.ts'
export type { ShownSms } from './message-rows.ts'
export { type Sms, smsModule } from './module.ts'
