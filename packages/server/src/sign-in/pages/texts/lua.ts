import { scopeNotes, scopeWords as scopes } from '@nani/contract/scope-words/lua'
import type { Texts } from './texts.ts'

/** Tshiluba. Machine-made; a speaker has to review it. */
export const lua: Texts = {
  language: 'Tshiluba',
  isMachineMade: true,
  title: 'Buela ne karte webe wa ditunga',
  sandbox: 'Muaba wa diteta: bantu ba diteta nkayabu',
  asksFor: 'udi ulomba:',
  sensitive: 'malu a musokoko',
  biometric: 'bualu bua mubidi webe',
  everyProduct: 'bidi bia matuku 30, bua mishindu yonso ya mabanza ya application eu',
  identifierLabel: 'Nimero webe wa telefone anyi wa mukanda',
  identifierHint: 'Tshilejilu +243 81 234 56 78, anyi nimero wa karte webe.',
  continue: 'Tungunuka',
  backToApplication: 'Pingana ku application',
  waitingTitle: 'Andamuna ku telefone webe',
  waitingText: 'Unzulula dilomba ku telefone webe, usungule nimero eu:',
  qrLabel: 'Kode QR udi unzulula aplikasion wa Nani',
  scanText: 'Tala kode eu ne telefone webe, anyi',
  openApp: 'unzulula aplikasion pa tshiamu etshi',
  numberLabel: 'Nimero wa kusungula',
  secondsLeft: 'Kushadi segonde {seconds}.',
  refreshes: 'Dibeji edi didi dishintuluka nkayadi.',
  nothingArrives:
    'Kakuena tshintu tshidi tshifika ku telefone webe? Tangila nimero, pashishe tuadija kabidi ku application.',
  errorTitle: 'Kuena mua kubuela to',
  unknownClient: 'Application udi mukutume apa kena mumanyike to.',
  unknownRedirect: 'Adresse wa dipingana wa application kena mufunda to.',
  foreignBrowser: 'Dilomba edi badi badunzulule mu navigateur mukuabu, anyi cookies mbikanga.',
  expiredPage: 'Dibeji edi kadiena diko to, anyi diakujika.',
  tooMany: 'Wateta misangu ya bungi. Indila miniti umue.',
  formRejected: 'Formulaire kavua mufume mu dibeji edi to.',
  fault: 'Tshilema tshienzeki. Teta kabidi.',
  startAgain: 'Tuadija kabidi ku application.',
  scopes,
  scopeNotes,
}
