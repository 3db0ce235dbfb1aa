import type { Environment } from '@nani/contract'
import type { FormatName } from './formats/format.ts'

/** The categories of spec/aml#hits. They are also the checks of a request. */
export type ListCategory = 'sanctions' | 'pep' | 'adverse_media' | 'watchlists' | 'high_risk_jurisdictions'

/**
 * Which screenings see a version of a list. `sandbox`: included lists, for sandbox screenings only. `everyone`:
 * imported lists.
 */
export type Audience = 'sandbox' | 'everyone'

/** The audiences whose entries a screening of this environment sees. */
export const audiencesOf = (environment: Environment): readonly Audience[] =>
  environment === 'sandbox' ? ['sandbox', 'everyone'] : ['everyone']

export type ListDefinition = {
  id: ListId
  /** The small, permanent number of the list in an index. */
  number: number
  /** `hits[].list` */
  name: string
  category: ListCategory
  /** Whether hits have `source` (spec/aml#hits: official sanctions lists of UN, US, EU and UK). */
  official: boolean
  /** `import` and `refresh` use the first one if no other is recognised. */
  formats: readonly FormatName[]
  /** The URLs of all files of one version, in order. Null if the list is only imported from a file. */
  addresses: readonly string[] | null
  /** Days after which an unconfirmed version is stale. */
  staleAfterDays: number
}

const opensanctions: readonly FormatName[] = ['ftm', 'ftm_delta', 'opensanctions_csv', 'entries_csv']
const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'

const catalogue = [
  {
    id: 'un',
    number: 1,
    name: 'UN Security Council consolidated list',
    category: 'sanctions',
    official: true,
    formats: ['un_xml'],
    addresses: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
    staleAfterDays: 3,
  },
  {
    id: 'us_sdn',
    number: 2,
    name: 'US Specially Designated Nationals list',
    category: 'sanctions',
    official: true,
    formats: ['ofac_xml', 'ofac_enhanced_xml', 'ofac_csv'],
    addresses: [`${ofac}/SDN.XML`],
    staleAfterDays: 3,
  },
  {
    id: 'us_non_sdn',
    number: 3,
    name: 'US consolidated non-SDN list',
    category: 'sanctions',
    official: true,
    formats: ['ofac_xml', 'ofac_enhanced_xml', 'ofac_csv'],
    addresses: [`${ofac}/CONSOLIDATED.XML`],
    staleAfterDays: 3,
  },
  {
    id: 'eu',
    number: 4,
    name: 'EU consolidated list',
    category: 'sanctions',
    official: true,
    formats: ['eu_xml'],
    addresses: [
      'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    ],
    staleAfterDays: 3,
  },
  {
    id: 'uk',
    number: 5,
    name: 'UK sanctions list',
    category: 'sanctions',
    official: true,
    formats: ['uk_xml'],
    addresses: ['https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml'],
    staleAfterDays: 3,
  },
  {
    id: 'national',
    number: 6,
    name: 'National designation list',
    category: 'sanctions',
    official: false,
    formats: ['entries_csv'],
    addresses: null,
    staleAfterDays: 30,
  },
  {
    id: 'pep',
    number: 7,
    name: 'PEP database',
    category: 'pep',
    official: false,
    formats: opensanctions,
    addresses: ['https://data.opensanctions.org/datasets/latest/peps/entities.ftm.json'],
    staleAfterDays: 7,
  },
  {
    id: 'national_pep',
    number: 8,
    name: 'National PEP register',
    category: 'pep',
    official: false,
    formats: ['entries_csv'],
    addresses: null,
    staleAfterDays: 90,
  },
  {
    id: 'watchlist',
    number: 9,
    name: 'International watchlist',
    category: 'watchlists',
    official: false,
    formats: opensanctions,
    addresses: ['https://data.opensanctions.org/datasets/latest/crime/entities.ftm.json'],
    staleAfterDays: 7,
  },
  {
    id: 'national_watchlist',
    number: 10,
    name: 'National watchlist',
    category: 'watchlists',
    official: false,
    formats: ['entries_csv'],
    addresses: null,
    staleAfterDays: 30,
  },
  {
    id: 'adverse_media',
    number: 11,
    name: 'Curated adverse media',
    category: 'adverse_media',
    official: false,
    formats: ['media_csv'],
    addresses: null,
    staleAfterDays: 30,
  },
  {
    id: 'fatf',
    number: 12,
    name: 'FATF high-risk and monitored jurisdictions',
    category: 'high_risk_jurisdictions',
    official: false,
    formats: ['fatf_json', 'fatf_csv'],
    addresses: null,
    staleAfterDays: 150,
  },
] as const

export type ListId = (typeof catalogue)[number]['id']

/** Every list that Nani supports. A new list is an item here and, if its format is new, a file in formats/. */
export const lists: readonly ListDefinition[] = catalogue

const byId = new Map<string, ListDefinition>(lists.map((list) => [list.id, list]))

export const findList = (id: string): ListDefinition | null => byId.get(id) ?? null

export const listOf = (id: ListId): ListDefinition => byId.get(id) as ListDefinition
