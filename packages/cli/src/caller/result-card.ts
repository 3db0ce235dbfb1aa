import type { AgeVerification, KycValidation } from '@nani/sdk'
import { labelled } from '../aligned-columns.ts'
import { paint, printable, type Terminal, type Tone } from '../terminal.ts'
import { kycBlocks } from './kyc-blocks.ts'

/** The text for each value of `result`. */
export type Meaning = Record<string, [tone: Tone, words: string]>
export type Block = [label: string, lines: string[]]
type Colour = Pick<Terminal, 'color'>

/** The metadata of a result (spec/disclosure#response-envelope). */
type ResultMetadata = Pick<KycValidation, 'id' | 'livemode' | 'purpose' | 'reference' | 'created_at'>

/** The common fields of results about one identifier. */
type JudgedResult = ResultMetadata &
  Pick<KycValidation, 'identifier' | 'scopes_withheld'> & { result: string }
type Who = Pick<KycValidation | AgeVerification, 'account' | 'kyc'>

const verdictTone: Record<string, Tone> = {
  match: 'good',
  partial_match: 'middling',
  no_match: 'bad',
  not_provided: 'quiet',
}

/** The text form of a result: the outcome, its blocks, and its metadata. */
export const resultCard = (
  answer: JudgedResult,
  meaning: Meaning,
  blocks: Block[],
  terminal: Colour,
): string => {
  const [tone, words] = meaning[answer.result] ?? (['strong', ''] as const)
  const { identifier, scopes_withheld: withheld } = answer
  const type = identifier.type === 'svc_id' ? '' : printable(identifier.type)
  const head: CardHead = {
    tone,
    word: answer.result,
    about: identifier.value,
    notes: [type, words],
  }
  return card(head, [...blocks, withheldBlock(withheld)], answer, terminal)
}

/** Scopes that were granted and have no data. */
export const withheldBlock = (scopes: readonly string[]): Block => [
  'No data',
  scopes.length > 0 ? [scopes.map(printable).join(', ')] : [],
]

/** The first line: a summary word, the subject, and notes. */
export type CardHead = { tone: Tone; word: string; about: string; notes: string[] }

/** Any result as a card: its head, its blocks, and its metadata. */
export const card = (
  { tone, word, about, notes }: CardHead,
  blocks: Block[],
  answer: ResultMetadata,
  terminal: Colour,
): string => {
  const head = [
    paint(terminal, tone, printable(word).toUpperCase()),
    paint(terminal, 'strong', printable(about)),
    paint(terminal, 'quiet', notes.filter(Boolean).map(printable).join(' · ')),
  ].join('  ')
  const body = labelled(blocks)
  const foot = [
    answer.id,
    answer.livemode ? 'production' : 'sandbox',
    answer.purpose,
    answer.reference,
    answer.created_at,
  ]
  const footLine = paint(terminal, 'quiet', `  ${foot.filter(Boolean).map(printable).join(' · ')}`)
  return `${[head, body, footLine].filter(Boolean).join('\n\n')}\n`
}

/** The identity blocks of the envelope. */
export const whoBlocks = (answer: Who): Block[] => [
  ['Identity', identityLines(answer)],
  ['Account', accountLines(answer)],
]

/** The blocks of the applied scopes. */
export const scopeBlocks = ({ kyc }: Who): Block[] => (kyc ? kycBlocks(kyc) : [])

const identityLines = ({ kyc }: Who): string[] => {
  if (!kyc) return []
  const { full_name, date_of_birth, age, gender, nationality } = kyc.basic
  return [
    printable(full_name),
    [`born ${printable(date_of_birth)}, ${printable(age)} years`, gender, nationality]
      .map(printable)
      .join(' · '),
  ]
}

const accountLines = ({ account }: Who): string[] => {
  if (!account) return []
  const { svc_id, status, certified, level_of_assurance, created_at } = account
  const parts = [
    svc_id,
    status,
    certified ? 'certified' : 'not certified',
    level_of_assurance,
    `since ${created_at.slice(0, 10)}`,
  ]
  return [parts.map(printable).join(' · ')]
}

/** A line for each claim. Empty without claims. */
export const claimLines = (verdicts: Record<string, string>, terminal: Colour): string[] => {
  if (Object.values(verdicts).every((verdict) => verdict === 'not_provided')) return []
  const width = Math.max(...Object.keys(verdicts).map((claim) => claim.length))
  return Object.entries(verdicts).map(
    ([claim, verdict]) =>
      `${printable(claim).replaceAll('_', ' ').padEnd(width)}  ${paint(
        terminal,
        verdictTone[verdict] ?? 'strong',
        printable(verdict).replaceAll('_', ' '),
      )}`,
  )
}
