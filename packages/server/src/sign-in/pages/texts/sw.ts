import { scopeNotes, scopeWords as scopes } from '@nani/contract/scope-words/sw'
import type { Texts } from './texts.ts'

/** Swahili. Machine-made; a speaker has to review it. */
export const sw: Texts = {
  language: 'Kiswahili',
  isMachineMade: true,
  title: 'Ingia kwa kitambulisho chako cha taifa',
  sandbox: 'Mazingira ya majaribio: watu wa majaribio tu',
  asksFor: 'inaomba:',
  sensitive: 'taarifa nyeti',
  biometric: 'taarifa za mwili wako',
  everyProduct: 'inatumika siku 30, kwa aina zote za mikopo za programu hii',
  identifierLabel: 'Namba yako ya simu au ya hati',
  identifierHint: 'Kwa mfano +243 81 234 56 78, au namba ya kadi yako.',
  continue: 'Endelea',
  backToApplication: 'Rudi kwenye programu',
  waitingTitle: 'Jibu kwenye simu yako',
  waitingText: 'Fungua ombi kwenye simu yako na uchague namba hii:',
  qrLabel: 'Msimbo wa QR unaofungua programu ya Nani',
  scanText: 'Changanua msimbo huu kwa simu yako, au',
  openApp: 'fungua programu kwenye kifaa hiki',
  numberLabel: 'Namba ya kuchagua',
  secondsLeft: 'Zimebaki sekunde {seconds}.',
  refreshes: 'Ukurasa huu unajisasisha wenyewe.',
  nothingArrives:
    'Hakuna kinachofika kwenye simu yako? Hakiki namba, kisha anza tena kutoka kwenye programu.',
  errorTitle: 'Huwezi kuingia',
  unknownClient: 'Programu iliyokutuma hapa haijulikani.',
  unknownRedirect: 'Anwani ya kurudi ya programu haijasajiliwa.',
  foreignBrowser: 'Ombi hili lilifunguliwa kwenye kivinjari kingine, au vidakuzi vimezuiwa.',
  expiredPage: 'Ukurasa huu haupo au hautumiki tena.',
  tooMany: 'Majaribio ni mengi mno. Subiri dakika moja.',
  formRejected: 'Fomu haikutumwa kutoka ukurasa huu.',
  fault: 'Hitilafu imetokea. Jaribu tena.',
  startAgain: 'Anza tena kutoka kwenye programu.',
  scopes,
  scopeNotes,
}
