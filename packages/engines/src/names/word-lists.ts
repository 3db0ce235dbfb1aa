/**
 * Words that accompany a name and are not components of it. They are the closed classes of a language (titles,
 * particles, marriage terms), never given names or surnames.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Titles, recognised at the beginning of a name or after a comma. */
export const honorifics = words(`
  mr mrs ms miss mme mlle mmes mlles monsieur madame mademoiselle messieurs sieur dame feu feue
  dr dre docteur doctor prof pr professeur professor ir ing ingenieur me maitre
  hon honorable excellence mgr monseigneur sir
  general gen colonel col major maj capitaine cpt lieutenant lt commandant cdt sergent sgt adjudant adj
  president senateur ministre depute gouverneur ambassadeur bourgmestre chef mwami
  rev reverend pasteur past pere frere soeur abbe eveque cardinal apotre prophete diacre sheikh shaikh
  papa maman mama tata tonton tantine mzee bwana mwalimu
  docteure professeure senatrice deputee ambassadrice gouverneure presidente ministresse marechal amiral brigadier
  brig caporal commissaire inspecteur procureur greffier notaire bourgmestre archeveque monsignor
  mokonzi nganga ndugu mheshimiwa daktari profesa askofu mchungaji padri kapteni jenerali kanali waziri balozi
  captain capt senator sen minister ambassador amb governor gov sergeant corporal commander cdr commodore admiral adm
  honourable excellency highness majesty archbishop rabbi advocate adv barrister engineer eng comrade deputy
  doctora profesor profesora ingeniero ingeniera licenciado licenciada lic senor senora senorita srta coronel capitan
  almirante teniente sargento obispo senhor senhora doutor doutora professora engenheiro engenheira capitao
  gospodin gospozha gospodja doktor polkovnik kapitan tovarishch akademik
  hojatoleslam hojjatoleslam ayatollah ayatullah maulvi mawlawi moulvi`)

/** Titles and degrees that are also written after the name. */
export const trailingHonorifics = words(
  'dr prof ir ing phd esq mba msc bsc llb llm obe mbe cbe kbe dbe kcmg cmg frcs cpa cfa dds mph dphil edd dea bts pmp',
)

/**
 * Titles, degrees and generations that are also names or parts of names (King, Prince, Syed, fils). KYC compares them
 * as components. Screening searches a name with them and without them.
 */
export const titlesThatAreNames = words(`
  king queen prince princess duke duchess baron baroness count countess earl lord lady viscount chief marshal judge
  justice bishop deacon dean father brother sister mother uncle aunt saint chairman director speaker secretary roi reine
  duc duchesse comte comtesse vicomte marquis juge chef secretaire directeur maire pape saint sainte
  sultan sultana emir amir imam haji hajji hajj hadji elhadj alhaj alhaji hajia mullah mulla mollah maulana mawlana
  mufti ustaz ustad ustadh sayyid sayyed sayed syed sharif sherif cherif qari hafiz qazi qadi cadi malik marabout
  don dona dom fray san bey pasha agha baba shri sri smt pandit guru swami datuk mfalme malkia kabaka mwana
  jr sr junior senior ii iii iv vi vii viii fils fille aine ainee cadet cadette neto filho hijo hija
  md mp qc kc rn jd mep ret pere mere`)

/** Particles that are never names: free as long as one name component is left. */
export const particles = words('wa de du des von van der den la le les')

/** Particles that are names too (Ba, Ben, Al): free only between other words, two names left. */
export const ambiguousParticles = words('ya ba za kwa na bin binti bint ibn al el da di do dos das')

/** Introduces the name of a spouse. It is optional in addition to the person's own names. */
export const marriageTerms = words('epouse epse ep epoux epx veuve vve')

/** Introduces the name at birth, or another name of the person: a component like the others. */
export const birthTerms = words('nee dit dite alias')
