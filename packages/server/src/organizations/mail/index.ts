export { insertMail, type NewMail, type ShownMail, writeMail } from './mail-rows.ts'
export { type Mail, mailModule } from './module.ts'
