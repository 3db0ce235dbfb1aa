import type { AmlHit } from '@nani/sdk'
import { columns, labelled } from '../../aligned-columns.ts'
import { paint, printable, type Terminal } from '../../terminal.ts'

const words = (text: string) => printable(text).replaceAll('_', ' ')
const facts = (...parts: unknown[]): string =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map(printable)
    .join(' · ')

/** The text form of the entry behind a hit: the listed subject, and the reason for the match. */
export const amlHitCard = (hit: AmlHit, terminal: Pick<Terminal, 'color'>): string => {
  const { sanction, pep, fraud_case: fraud, media = [] } = hit
  const [name, ...aliases] = hit.names
  const head = [
    paint(terminal, 'strong', printable(name?.name ?? '')),
    paint(terminal, 'quiet', facts(hit.list, hit.match_score.toFixed(3))),
  ].join('  ')
  const body = labelled([
    ['Also', aliases.map((alias) => facts(alias.name, alias.kind === 'weak_alias' ? 'weak alias' : null))],
    ['Born', hit.birth_dates.map(printable)],
    ['Of', hit.nationalities.length > 0 ? [hit.nationalities.map(printable).join(', ')] : []],
    ['Addresses', hit.addresses.map(({ text, country }) => facts(text, country))],
    ['Numbers', hit.identifiers.map(({ type, value, country }) => facts(words(type), value, country))],
    ['Listed', hit.listed_on ? [printable(hit.listed_on)] : []],
    [
      'Sanction',
      sanction ? [facts(sanction.reference, ...sanction.programs), facts(sanction.legal_basis)] : [],
    ],
    ['Notice', sanction?.interpol_un_special_notice ? [printable(sanction.interpol_un_special_notice)] : []],
    ['PEP', pep ? pepLines(pep) : []],
    ['Media', media.map(({ publisher, published_on, url }) => facts(publisher, published_on, url))],
    ['Case', fraud ? [facts(fraud.case_number, words(fraud.type), words(fraud.status), fraud.role)] : []],
    ['Why', whyLines(hit)],
  ])
  const foot = facts(hit.screening_id, `hit ${hit.position}`, hit.list_version)
  return `${head}\n\n${body}\n\n${paint(terminal, 'quiet', `  ${foot}`)}\n`
}

const pepLines = ({ level, positions, relationship }: NonNullable<AmlHit['pep']>): string[] => [
  facts(words(level ?? ''), relationship && `${words(relationship.kind)} of ${relationship.to}`),
  ...positions.map(({ title, jurisdiction, start_date, end_date }) =>
    facts(title, jurisdiction, start_date && `since ${start_date}`, end_date && `until ${end_date}`),
  ),
]

const whyLines = ({ explanation }: AmlHit): string[] =>
  explanation.length === 0
    ? []
    : columns(
        explanation.map(({ field, subject, entry, score }) => [
          words(field),
          score === null ? '–' : score.toFixed(2),
          `${printable(subject ?? 'unknown')} / ${printable(entry ?? 'unknown')}`,
        ]),
      ).split('\n')
