const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Words of a trade or a place that many companies share. */
const generic = words(`
  group groupe gruppe grupo grup gruppa holding holdings international internacional internationale intl global
  trading trade trades import export general services service company companies enterprise enterprises entreprise
  industries industry industrial industrie commercial commerce business solutions systems technology technologies
  investment investments invest capital fund partners consulting management development construction engineering
  bank banque banco financial finance insurance assurance shipping maritime marine navigation transport transports
  transportation logistics logistique airlines airways aviation air oil petroleum petrol gas energy mining miniere
  metal metals steel chemical pharmaceutical medical institute institut university universite center centre central
  national federal state organization organisation association foundation fondation society committee council ministry
  department agency office bureau factory plant works manufacturing production products supply equipment electronics
  agency agencia comercial comercio inversiones servicios compania empresa industria industrias exchange store stores
  zavod kompaniya torgovy dom property properties real estate hotel restaurant foods food farm agricultural`)

/** Words that only join others. */
const joining = words(
  'the of and et und y e de du des la le les der die das for pour fur in en for to el los las di del da do a an por para va wa ve',
)

/** Whether many companies share this word. */
export const isGeneric = (text: string): boolean => generic.has(text)

/** Whether the word is no evidence for a company. */
export const isJoining = (text: string): boolean => joining.has(text)
