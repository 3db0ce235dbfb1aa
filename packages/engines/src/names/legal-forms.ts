/**
 * Legal forms in company names (OHADA, earlier and foreign ones), folded. Forms of one family do not contradict each
 * other: an SPRL became an SARL in 2014, and an SARLU is an SARL with one partner.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  sarl: [
    'sarl',
    'sarlu',
    'sarl u',
    // S.à r.l.
    'sa rl',
    'suarl',
    'sprl',
    'sprlu',
    'eurl',
    'societe a responsabilite limitee',
    'societe a responsabilite limitee unipersonnelle',
    'societe unipersonnelle a responsabilite limitee',
    'societe privee a responsabilite limitee',
  ],
  sa: ['sa', 'sau', 'sa u', 'societe anonyme', 'societe anonyme unipersonnelle'],
  sas: [
    'sas',
    'sasu',
    'sas u',
    'societe par actions simplifiee',
    'societe par actions simplifiee unipersonnelle',
  ],
  snc: ['snc', 'societe en nom collectif'],
  scs: ['scs', 'societe en commandite simple'],
  gie: ['gie', 'groupement d interet economique'],
  asbl: ['asbl', 'association sans but lucratif'],
  coop: [
    'coop',
    'coop ca',
    'scoop',
    'scoops',
    'scoop ca',
    'cooperative',
    'societe cooperative',
    'societe cooperative simplifiee',
    'societe cooperative avec conseil d administration',
  ],
  ltd: ['ltd', 'limited', 'pty ltd', 'pvt ltd', 'private limited'],
  inc: ['inc', 'incorporated', 'corp', 'corporation'],
  llc: ['llc'],
  plc: ['plc'],
  gmbh: ['gmbh'],
  bv: ['bv'],
  nv: ['nv'],
}

/** Words that accompany any legal form and contradict none. */
const trading = ['ets', 'etab', 'etabl', 'etablissement', 'etablissements', 'entreprise individuelle']

/** Every folded spelling of a legal form with its family. Null: it contradicts no form. */
export const legalFormPhrases: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ...Object.entries(families).flatMap(([family, forms]) =>
    forms.map((form): [string, string] => [form, family]),
  ),
  ...trading.map((form): [string, null] => [form, null]),
])

const maxPhraseWords = Math.max(...[...legalFormPhrases.keys()].map((phrase) => phrase.split(' ').length))

export type LegalForms = {
  /** Positions of the words that belong to a legal form. */
  words: ReadonlySet<number>
  families: ReadonlySet<string>
}

/** Finds the legal forms among the folded words of a name, at any position, the longest first. */
export const findLegalForms = (words: readonly string[]): LegalForms => {
  const found = new Set<number>()
  const named = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const length = formLengthAt(words, at)
    for (let index = at; index < at + length; index++) found.add(index)
    const family = legalFormPhrases.get(words.slice(at, at + length).join(' '))
    if (family) named.add(family)
    at += Math.max(length, 1)
  }
  return { words: found, families: named }
}

const formLengthAt = (words: readonly string[], at: number): number => {
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 0; length--) {
    if (legalFormPhrases.has(words.slice(at, at + length).join(' '))) return length
  }
  return 0
}
