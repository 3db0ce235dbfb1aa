import type { KycValidation } from '@nani/sdk'
import { labelled } from '../rows.ts'
import { paint, printable, type Terminal, type Tone } from '../terminal.ts'
import { kycBlocks } from './kyc-blocks.ts'

const meaning: Record<string, [tone: Tone, words: string]> = {
  verified: ['good', 'a certified identity'],
  not_certified: ['middling', 'an account that is not certified'],
  not_found: ['bad', 'nobody in the register has this identifier'],
}
const verdictTone: Record<string, Tone> = {
  match: 'good',
  partial_match: 'middling',
  no_match: 'bad',
  not_provided: 'quiet',
}

/** A validation as a person reads it: the result first, then the claims, then who it is. */
export const kycCard = (validation: KycValidation, terminal: Pick<Terminal, 'color'>): string => {
  const [tone, words] = meaning[validation.result] ?? (['strong', ''] as const)
  const { identifier } = validation
  const head = [
    paint(terminal, tone, printable(validation.result).toUpperCase()),
    paint(terminal, 'strong', printable(identifier.value)),
    paint(
      terminal,
      'quiet',
      [identifier.type === 'svc_id' ? '' : printable(identifier.type), words].filter(Boolean).join(' · '),
    ),
  ].join('  ')
  const body = labelled([
    ['Identity', identityLines(validation)],
    ['Account', accountLines(validation)],
    ['Claims', claimLines(validation, terminal)],
    ...(validation.kyc ? kycBlocks(validation.kyc) : []),
    [
      'No data',
      validation.scopes_withheld.length > 0 ? [validation.scopes_withheld.map(printable).join(', ')] : [],
    ],
  ])
  const foot = [
    validation.id,
    validation.livemode ? 'production' : 'sandbox',
    validation.purpose,
    validation.reference,
    validation.created_at,
  ]
  const footLine = paint(terminal, 'quiet', `  ${foot.filter(Boolean).map(printable).join(' · ')}`)
  return `${[head, body, footLine].filter(Boolean).join('\n\n')}\n`
}

const identityLines = ({ kyc }: KycValidation): string[] => {
  if (!kyc) return []
  const { full_name, date_of_birth, age, gender, nationality } = kyc.basic
  return [
    printable(full_name),
    [`born ${printable(date_of_birth)}, ${printable(age)} years`, gender, nationality]
      .map(printable)
      .join(' · '),
  ]
}

const accountLines = ({ account }: KycValidation): string[] => {
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

const claimLines = ({ match }: KycValidation, terminal: Pick<Terminal, 'color'>): string[] => {
  if (!match) return []
  const { score, ...verdicts } = match
  if (Object.values(verdicts).every((verdict) => verdict === 'not_provided')) return []
  const lines = Object.entries(verdicts).map(
    ([claim, verdict]) =>
      `${printable(claim).replaceAll('_', ' ').padEnd(13)}  ${paint(
        terminal,
        verdictTone[verdict] ?? 'strong',
        printable(verdict).replaceAll('_', ' '),
      )}`,
  )
  return [...lines, `${'score'.padEnd(13)}  ${score}`]
}
