export type { NewMail, ShownMail } from './mail-rows.ts'
export { type Mail, mailModule } from './module.ts'
