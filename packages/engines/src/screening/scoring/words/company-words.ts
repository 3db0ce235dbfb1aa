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

/** Usual short spellings of words of organization names, as in bank fields, registers and bibliographies. */
export const abbreviations: readonly string[] = [
  'university univ',
  'development dev devt devel',
  'management mgmt mgt mngt',
  'services service svcs svc srvs',
  'organization organisation org orgn',
  'association assn assoc asso',
  'foundation fdn fndn fond',
  'institute institut inst',
  'national natl nat',
  'department dept dpt',
  'government govt gov',
  'shipping shpg shpng',
  'transport transportation transp trspt',
  'technology tech techn',
  'technologies tech techs',
  'industries industry industrial ind inds indl',
  'engineering engg engrg engr eng',
  'construction constr const cons',
  'investment investments inv invt invest',
  'trading trdg trad',
  'brothers bros',
  'manufacturing mfg manuf',
  'international intl int internat',
  'general genl gen',
  'commercial commerce coml comml comm',
  'brigade brigades bde bdes brig',
  'battalion bn batt',
  'equipment equip eqpt eqp',
  'electronics elec elect',
  'electric electrical elec elect',
  'laboratory laboratories lab labs',
  'hospital hosp',
  'insurance ins insce',
  'exchange exch exchg',
  'center centre ctr cntr',
  'committee cttee comm cmte',
  'ministry min minist',
  'republic rep repub',
  'products product production prod prods',
  'military mil milit',
  'group grp gp',
  'holding holdings hldg hldgs',
  'establishment est estab ets',
  'corporation corp corpn',
  'company co coy cie',
  'limited ltd',
  'agency agcy agce',
  'airlines airline airl',
  'aviation avn aviat',
  'petroleum petrol petr petro',
  'chemical chemicals chem',
  'pharmaceutical pharmaceuticals pharm',
  'medical med medic',
  'science sciences sci scis',
  'research res',
  'system systems sys syst',
  'communications communication comm comms',
  'mechanical mech',
  'machinery mach machry',
  'materials material matl matls',
  'import imp',
  'export exp',
  'office off offc',
  'branch br',
  'bank bk bnk',
  'financial finance fin finl',
  'cooperation cooperative coop',
  'security secur sec',
  'marine maritime mar maritim',
  'logistics logist log',
  'logistique logist log',
  'societe soc ste',
  'society soc socy',
  'etablissement etablissements ets etab etabs',
  'generale gale gen',
  'enterprise enterprises ent entp entr',
  'entreprise entreprises entr ent',
  'distribution distr distrib',
  'administration admin adm',
  'federation fed',
  'federal fed fedl',
  'revolutionary rev revol',
  'democratic dem democr',
  'islamic isl islam',
  'saint st',
]
