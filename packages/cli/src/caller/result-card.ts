import type { AgeVerification, KycValidation } from '@nani/sdk'
import { labelled } from '../rows.ts'
import { paint, printable, type Terminal, type Tone } from '../terminal.ts'
import { kycBlocks } from './kyc-blocks.ts'

/** What a result says to a person, by its word. */
export type Meaning = Record<string, [tone: Tone, words: string]>
export type Block = [label: string, lines: string[]]
type Colour = Pick<Terminal, 'color'>

/** What every result has that a card shows (spec 1 § Response envelope). */
type Told = Pick<
  KycValidation,
  'id' | 'livemode' | 'purpose' | 'reference' | 'created_at' | 'identifier' | 'scopes_withheld'
> & { result: string }
type Who = Pick<KycValidation | AgeVerification, 'account' | 'kyc'>

const verdictTone: Record<string, Tone> = {
  match: 'good',
  partial_match: 'middling',
  no_match: 'bad',
  not_provided: 'quiet',
}

/** A result as a person reads it: the outcome first, then its blocks, then what it is filed under. */
export const resultCard = (answer: Told, meaning: Meaning, blocks: Block[], terminal: Colour): string => {
  const [tone, words] = meaning[answer.result] ?? (['strong', ''] as const)
  const { identifier } = answer
  const head = [
    paint(terminal, tone, printable(answer.result).toUpperCase()),
    paint(terminal, 'strong', printable(identifier.value)),
    paint(
      terminal,
      'quiet',
      [identifier.type === 'svc_id' ? '' : printable(identifier.type), words].filter(Boolean).join(' · '),
    ),
  ].join('  ')
  const withheld = answer.scopes_withheld.map(printable).join(', ')
  const body = labelled([...blocks, ['No data', withheld ? [withheld] : []]])
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

/** Who it is: what the envelope tells of a resolved identity. */
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

/** A line for each claim; none when nothing was claimed. */
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
