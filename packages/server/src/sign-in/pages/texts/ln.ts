import { scopeWords as scopes } from '@nani/contract/scope-words/ln'
import type { Texts } from './texts.ts'

/** Lingala. Machine-made; a speaker has to review it. */
export const ln: Texts = {
  language: 'Lingála',
  isMachineMade: true,
  title: 'Kota na carte d’identité na yo ya ekólo',
  sandbox: 'Esika ya komeka: kaka bato ya komeka',
  asksFor: 'esengi:',
  sensitive: 'makambo ya sekele',
  biometric: 'makambo ya nzoto',
  everyProduct: 'esalelamaka mikolo 30, mpo na lolenge nyonso ya nyongo ya application oyo',
  identifierLabel: 'Nimero na yo ya telefone to ya mokanda',
  identifierHint: 'Ndakisa +243 81 234 56 78, to nimero ya karte na yo.',
  continue: 'Kokoba',
  backToApplication: 'Zonga na application',
  waitingTitle: 'Yanola na telefone na yo',
  waitingText: 'Fungola bosengi na telefone na yo mpe pona motango oyo:',
  numberLabel: 'Motango ya kopona',
  secondsLeft: 'Etikali segonde {seconds}.',
  refreshes: 'Lokasa oyo ekobongwana yango moko.',
  errorTitle: 'Okoki kokota te',
  unknownClient: 'Application oyo etindi yo awa eyebani te.',
  unknownRedirect: 'Adresi ya kozonga ya application ekomami te.',
  foreignBrowser: 'Bosengi oyo efungwamaki na navigateur mosusu, to bacookies ekangami.',
  expiredPage: 'Lokasa oyo ezali te to esili.',
  tooMany: 'Omeki mbala mingi. Zela miniti moko.',
  formRejected: 'Formulaire eutaki na lokasa oyo te.',
  fault: 'Mbeba esalemi. Meka lisusu.',
  startAgain: 'Banda lisusu na application.',
  scopes,
}
