/** Professions and religions with their frequencies. */
export const professions: readonly {
  title: string
  feminine?: string
  sector: string
  employers: readonly string[]
}[] = [
  { title: 'Commerçant', feminine: 'Commerçante', sector: 'commerce', employers: [] },
  { title: 'Cultivateur', feminine: 'Cultivatrice', sector: 'agriculture', employers: [] },
  {
    title: 'Enseignant',
    feminine: 'Enseignante',
    sector: 'éducation',
    employers: ['École primaire', 'Institut', 'Complexe scolaire'],
  },
  { title: 'Étudiant', feminine: 'Étudiante', sector: 'éducation', employers: [] },
  {
    title: 'Chauffeur',
    feminine: 'Chauffeuse',
    sector: 'transport',
    employers: ['Société de transport', 'Coopérative de taxis'],
  },
  {
    title: 'Infirmier',
    feminine: 'Infirmière',
    sector: 'santé',
    employers: ['Hôpital général de référence', 'Centre de santé'],
  },
  { title: 'Maçon', sector: 'construction', employers: ['Entreprise de construction'] },
  { title: 'Couturier', feminine: 'Couturière', sector: 'artisanat', employers: [] },
  {
    title: 'Agent de l’État',
    sector: 'administration',
    employers: ['Administration provinciale', 'Commune', 'Ministère'],
  },
  { title: 'Creuseur artisanal', feminine: 'Négociante', sector: 'mines', employers: [] },
  { title: 'Mécanicien', feminine: 'Mécanicienne', sector: 'artisanat', employers: ['Garage'] },
  { title: 'Comptable', sector: 'services', employers: ['Cabinet comptable', 'Banque', 'Société minière'] },
  { title: 'Pêcheur', feminine: 'Vendeuse de poisson', sector: 'pêche', employers: [] },
  { title: 'Médecin', sector: 'santé', employers: ['Cliniques universitaires', 'Hôpital provincial'] },
  { title: 'Avocat', feminine: 'Avocate', sector: 'justice', employers: ['Barreau'] },
  {
    title: 'Informaticien',
    feminine: 'Informaticienne',
    sector: 'services',
    employers: ['Opérateur de téléphonie', 'Banque'],
  },
]

export const religions = [
  'Catholique',
  'Protestante',
  'Églises de réveil',
  'Kimbanguiste',
  'Musulmane',
] as const

export const ethnicities = {
  kongo: ['Kongo', 'Yombe', 'Ntandu'],
  luba: ['Luba', 'Lulua', 'Songye', 'Tetela'],
  katanga: ['Luba-Katanga', 'Lunda', 'Bemba', 'Tabwa'],
  kivu: ['Nande', 'Shi', 'Rega', 'Hunde'],
  equateur: ['Mongo', 'Ngbandi', 'Ngombe', 'Mbole'],
  bandundu: ['Yansi', 'Mbala', 'Pende', 'Teke'],
} as const

/** The mobile operators and their prefixes after +243. */
export const operatorPrefixes: readonly (readonly [prefix: string, operator: string])[] = [
  ['81', 'Vodacom'],
  ['82', 'Vodacom'],
  ['83', 'Vodacom'],
  ['97', 'Airtel'],
  ['98', 'Airtel'],
  ['99', 'Airtel'],
  ['84', 'Orange'],
  ['85', 'Orange'],
  ['89', 'Orange'],
  ['90', 'Africell'],
  ['91', 'Africell'],
]

/** Five-year age bands of the register, youngest first: a young country with mostly enrolled adults. */
export const ageBandWeights = [
  40, 45, 50, 110, 140, 130, 110, 92, 76, 60, 48, 36, 27, 18, 10, 5, 2, 1,
] as const
