import { scopeWords as scopes } from '@nani/contract/scope-words/kg'
import type { Texts } from './texts.ts'

/** Kikongo. Machine-made; a speaker has to review it. */
export const kg: Texts = {
  language: 'Kikongo',
  isMachineMade: true,
  title: 'Kota na karti na nge ya bwala',
  sandbox: 'Kisika ya kumeka: kaka bantu ya kumeka',
  asksFor: 'kelomba:',
  sensitive: 'mambu ya kinsweki',
  biometric: 'mambu ya nitu',
  everyProduct: 'kesala bilumbu 30, sambu na mitindu yonso ya mfuka ya application yai',
  identifierLabel: 'Nimero na nge ya telefone to ya mukanda',
  identifierHint: 'Mumbandu +243 81 234 56 78, to nimero ya karti na nge.',
  continue: 'Landa',
  backToApplication: 'Vutuka na application',
  waitingTitle: 'Pesa mvutu na telefone na nge',
  waitingText: 'Kangula lombo na telefone na nge mpi sola ntalu yai:',
  numberLabel: 'Ntalu ya kusola',
  secondsLeft: 'Me bikala segonde {seconds}.',
  refreshes: 'Lutiti yai kesoba yo mosi.',
  errorTitle: 'Nge lenda kota ve',
  unknownClient: 'Application yina me tinda nge awa me zabana ve.',
  unknownRedirect: 'Adresi ya kuvutuka ya application me sonama ve.',
  foreignBrowser: 'Lombo yai me kangulama na navigateur ya nkaka, to bacookies me kangama.',
  expiredPage: 'Lutiti yai kele ve to me mana.',
  tooMany: 'Nge me meka mbala mingi. Vingila miniti mosi.',
  formRejected: 'Formulaire me katuka ve na lutiti yai.',
  fault: 'Kifu me salama. Meka diaka.',
  startAgain: 'Yantika diaka na application.',
  scopes,
}
