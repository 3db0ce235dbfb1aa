import type { BirthDate, ListEntry, PepPosition } from '@nani/engines/list-formats/index.ts'
import type { ChangedEntry } from './store/changed-entries.ts'

/** A field of an entry that has other values after the import. Values that are equal on both sides are left out. */
export type ChangedField = { field: EntryField; before: string[]; after: string[] }

export type PreviewedEntry = {
  reference: string
  /** The primary name, after the import where the entry stays. */
  name: string
  fields: ChangedField[]
  /** Some values are left out, because a field has at most 20 and a value at most 300 characters. */
  is_cut: boolean
}

export const entryFields = [
  ...(['kind', 'names', 'birth_dates', 'genders', 'nationalities', 'addresses', 'identifiers'] as const),
  ...(['listed_on', 'ended_on', 'programs', 'legal_basis', 'special_notice', 'positions'] as const),
  ...(['international_organization', 'related_to', 'media', 'jurisdiction'] as const),
] as const
export type EntryField = (typeof entryFields)[number]

const maxValues = 20
const maxCharacters = 300

const joined = (...parts: (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ')

const birthDateText = ({ from, to, circa }: BirthDate): string =>
  `${circa ? '~ ' : ''}${from === to ? from : `${from} – ${to}`}`

const positionText = ({ title, jurisdiction, startDate, endDate }: PepPosition): string =>
  joined(
    title,
    jurisdiction,
    startDate === null && endDate === null ? null : `${startDate ?? '…'} – ${endDate ?? '…'}`,
  )

const readers: Record<EntryField, (entry: ListEntry) => (string | null | undefined)[]> = {
  kind: ({ kind }) => [kind],
  names: ({ names }) => names.map(({ name, kind }) => joined(name, kind === 'primary' ? null : kind)),
  birth_dates: ({ birthDates }) => birthDates.map(birthDateText),
  genders: ({ genders }) => genders,
  nationalities: ({ nationalities }) => nationalities,
  addresses: ({ addresses }) => addresses.map(({ text, country }) => joined(text, country)),
  identifiers: ({ identifiers }) =>
    identifiers.map(({ type, value, country }) => joined(type, value, country)),
  listed_on: ({ listedOn }) => [listedOn],
  ended_on: ({ endedOn }) => [endedOn],
  programs: ({ sanction }) => sanction?.programs ?? [],
  legal_basis: ({ sanction }) => [sanction?.legalBasis],
  special_notice: ({ sanction }) => [sanction?.interpolUnSpecialNotice],
  positions: ({ pep }) => (pep?.positions ?? []).map(positionText),
  international_organization: ({ pep }) => [pep?.isInternationalOrganization ? 'yes' : null],
  related_to: ({ pep }) => [pep?.relationship && joined(pep.relationship.kind, pep.relationship.to)],
  media: ({ media }) =>
    media.map(({ publishedOn, publisher, category, severity, url }) =>
      joined(publishedOn, publisher, category, severity, url),
    ),
  jurisdiction: ({ jurisdiction }) => [
    jurisdiction && joined(jurisdiction.country, jurisdiction.level, jurisdiction.measure),
  ],
}

const valuesOf = (entry: ListEntry | null, field: EntryField): string[] =>
  entry
    ? (readers[field](entry).filter((value) => typeof value === 'string' && value !== '') as string[])
    : []

/** What changes in an entry, bounded in size: a list can have very long entries. */
export const previewedEntry = ({ reference, before, after }: ChangedEntry): PreviewedEntry => {
  let isCut = false
  const cut = (text: string): string => {
    if (text.length <= maxCharacters) return text
    isCut = true
    return `${[...text.slice(0, maxCharacters)].slice(0, -1).join('')}…`
  }
  const bounded = (values: readonly string[]): string[] => {
    if (values.length > maxValues) isCut = true
    return values.slice(0, maxValues).map(cut)
  }
  const fields = entryFields.flatMap((field): ChangedField[] => {
    const [known, kept] = [new Set(valuesOf(before, field)), new Set(valuesOf(after, field))]
    const left = [...known].filter((value) => !kept.has(value))
    const came = [...kept].filter((value) => !known.has(value))
    return left.length + came.length === 0 ? [] : [{ field, before: bounded(left), after: bounded(came) }]
  })
  const name = cut((after ?? before)?.names[0]?.name ?? '')
  return { reference: cut(reference), name, fields, is_cut: isCut }
}
