import type { ListCategory } from '../catalogue.ts'
import type { EntryKind, ListEntry, PepFacts, PepPosition } from '../entry.ts'
import { readBirthDate } from '../parts/birth-date.ts'
import {
  addAddress,
  addBirthDate,
  addGender,
  addIdentifier,
  addName,
  addNationality,
  cleanText,
  emptyEntry,
  finishEntry,
} from '../parts/build-entry.ts'
import { countryCode } from '../parts/country-code.ts'
import type { FtmEntity } from './ftm-entity.ts'

/** A link of an entity, and the entities at its other ends that the file contains. */
export type FtmLink = { link: FtmEntity; others: FtmEntity[] }

export const ftmKinds: Readonly<Record<string, EntryKind>> = {
  Person: 'individual',
  Company: 'business',
  Organization: 'business',
  LegalEntity: 'unknown',
  PublicBody: 'business',
  Vessel: 'other',
  Airplane: 'other',
  CryptoWallet: 'other',
  Vehicle: 'other',
}

const identifierProperties: Readonly<Record<string, string>> = {
  passportNumber: 'passport',
  idNumber: 'national_id',
  socialSecurityNumber: 'national_id',
  taxNumber: 'tax_number',
  innCode: 'tax_number',
  vatCode: 'tax_number',
  registrationNumber: 'registration_number',
  ogrnCode: 'registration_number',
  leiCode: 'lei',
  swiftBic: 'swift_bic',
  imoNumber: 'imo_number',
  mmsi: 'mmsi',
  publicKey: 'crypto_address',
}

const topicsOf = (entity: FtmEntity): readonly string[] => entity.properties.topics ?? []

const isOffice = ({ link }: FtmLink) => link.schema === 'Occupancy'

/**
 * The entry of an entity on a list of this category, or null if it does not belong there:
 * - `pep`: people with the topic `role.pep` or `role.rca` who hold an office or are a relative or associate. Without
 * topics in the file: its targets.
 * - else: every target, except targets that are listed only for their office or their relatives.
 */
export const ftmEntry = (
  entity: FtmEntity,
  links: readonly FtmLink[],
  category: ListCategory,
): ListEntry | null => {
  const kind = ftmKinds[entity.schema]
  if (!kind || !(category === 'pep' ? belongsToPeps(entity, links) : belongsToWatch(entity))) return null
  const entry = emptyEntry(entity.id, kind)
  addNames(entry, entity)
  if (entry.names.length === 0) return null
  addFacts(entry, entity)
  if (category === 'pep') entry.pep = pepFacts(entity, links)
  else {
    const programs = [...(entity.properties.programId ?? []), ...topicsOf(entity)]
    entry.sanction = { programs: [...new Set(programs)], legalBasis: null, interpolUnSpecialNotice: null }
  }
  return finishEntry(entry)
}

const belongsToPeps = (entity: FtmEntity, links: readonly FtmLink[]): boolean => {
  if (entity.schema !== 'Person') return false
  const topics = topicsOf(entity)
  if (topics.some((topic) => topic === 'role.pep' || topic === 'role.rca') || links.length > 0) return true
  return entity.target && topics.length === 0
}

const belongsToWatch = (entity: FtmEntity): boolean => {
  const topics = topicsOf(entity)
  return entity.target && (topics.length === 0 || topics.some((topic) => !topic.startsWith('role.')))
}

const addNames = (entry: ListEntry, { caption, properties }: FtmEntity): void => {
  const names = properties.name ?? []
  addName(entry, names.includes(caption) || names.length === 0 ? caption : names[0], 'primary')
  for (const name of [...names, ...(properties.alias ?? []), ...(properties.previousName ?? [])])
    addName(entry, name, 'alias')
  for (const name of [...(properties.weakAlias ?? []), ...(properties.abbreviation ?? [])])
    addName(entry, name, 'weak_alias')
}

const addFacts = (entry: ListEntry, { schema, properties }: FtmEntity): void => {
  for (const date of properties.birthDate ?? []) addBirthDate(entry, readBirthDate(date))
  for (const gender of properties.gender ?? []) addGender(entry, gender)
  const belongs = schema === 'Person' ? ['nationality', 'citizenship'] : ['jurisdiction']
  for (const name of belongs) for (const country of properties[name] ?? []) addNationality(entry, country)
  if (schema !== 'Person' && entry.nationalities.length === 0)
    for (const country of properties.country ?? []) addNationality(entry, country)
  for (const address of properties.address ?? []) addAddress(entry, [address])
  const country = entry.nationalities.length === 1 ? entry.nationalities[0] : null
  for (const [name, type] of Object.entries(identifierProperties))
    for (const value of properties[name] ?? [])
      addIdentifier(entry, type, value, type === 'national_id' ? country : null)
}

const pepFacts = (entity: FtmEntity, links: readonly FtmLink[]): PepFacts => {
  const offices = links.filter(isOffice)
  const posts = offices.flatMap(({ others }) => others.filter(({ schema }) => schema === 'Position'))
  const positions = [...offices.flatMap(positionsOf), ...(posts.length === 0 ? writtenPositions(entity) : [])]
  const holdsOffice = positions.length > 0 || topicsOf(entity).includes('role.pep')
  return {
    positions,
    isInternationalOrganization: posts.some(isInternational),
    ...(posts.some(isInternational) && !posts.every(isInternational) && { hasBothKinds: true }),
    relationship: holdsOffice ? null : relationshipOf(links),
  }
}

const isInternational = ({ properties }: FtmEntity): boolean =>
  (properties.topics ?? []).includes('gov.igo') || (properties.country ?? []).includes('eu')

const firstCountry = (codes: readonly string[] | undefined): string | null =>
  codes?.map(countryCode).find((code) => code !== null) ?? null

const firstDate = (dates: readonly string[] | undefined): string | null =>
  dates?.find((date) => /^\d{4}(?:-\d{2}){0,2}$/.test(date)) ?? null

const positionsOf = ({ link, others }: FtmLink): PepPosition[] =>
  others
    .filter(({ schema }) => schema === 'Position')
    .map((post) => ({
      title: cleanText(post.properties.name?.[0] ?? post.caption),
      jurisdiction: isInternational(post) ? null : firstCountry(post.properties.country),
      startDate: firstDate(link.properties.startDate ?? link.properties.periodStart),
      endDate: firstDate(link.properties.endDate ?? link.properties.periodEnd),
    }))
    .filter(({ title }) => title !== '')

/** Offices given only as text. Their dates are unknown. */
const writtenPositions = ({ properties }: FtmEntity): PepPosition[] => {
  const jurisdiction = firstCountry(properties.country) ?? firstCountry(properties.nationality)
  return [...new Set((properties.position ?? []).map(cleanText))]
    .filter((title) => title !== '')
    .map((title) => ({ title, jurisdiction, startDate: null, endDate: null }))
}

const relationshipOf = (links: readonly FtmLink[]): PepFacts['relationship'] => {
  const kin = links.filter((link) => !isOffice(link) && link.others.length > 0)
  const toPep = kin.find(({ others }) => others.some((other) => topicsOf(other).includes('role.pep')))
  const chosen = toPep ?? kin[0]
  const other = chosen?.others.find((one) => topicsOf(one).includes('role.pep')) ?? chosen?.others[0]
  if (!chosen || !other) return null
  return {
    kind: chosen.link.schema === 'Family' ? 'family' : 'close_associate',
    to: cleanText(other.properties.name?.[0] ?? other.caption),
  }
}
