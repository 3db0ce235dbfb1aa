import { columns, paint, printable, type Terminal } from '@nani/cli'
import type {
  EnrolmentReport,
  NotEnrolled,
  ReasonEntry,
  ReasonFlag,
  ReasonSummary,
} from '@nani/server/services/face/index.ts'

type Colour = Pick<Terminal, 'color'>

const flagWords: Record<ReasonFlag, string> = {
  static_text: 'the same text on most checks',
  numbered_text: 'the same text with other numbers on most checks',
  low_variety: 'few different texts',
}

const percent = (share: number) => `${Math.round(share * 100)} %`

/** What came of an enrolment, and why some were not enrolled. */
export const enrolledText = (
  { enrolled, refused }: EnrolmentReport,
  shown: readonly NotEnrolled[],
): string => {
  const head = `  ${enrolled} enrolled, ${refused} refused.\n`
  const rows = shown.map(({ svcId, code, problems }) => [printable(svcId), code, problems.join(', ')])
  const more = refused > shown.length ? `  … and ${refused - shown.length} more\n` : ''
  return rows.length > 0 ? `${head}${columns(rows, '  ')}\n${more}` : head
}

/** A line for each application: how many checks, how many different reasons, and what an auditor should look at. */
export const reasonSummaryText = (applications: readonly ReasonSummary[], terminal: Colour): string => {
  if (applications.length === 0) return '  No face was compared.\n'
  const head = ['APPLICATION', 'NAME', 'CHECKS', '1:N', 'REFUSED', 'TEXTS', 'COMMONEST', 'LOOK AT'].map(
    (cell) => paint(terminal, 'quiet', cell),
  )
  const rows = applications.map((one) => [
    one.applicationId,
    printable(one.application),
    String(one.calls),
    String(one.identifications),
    String(one.refused),
    String(one.texts),
    `${percent(one.commonestText.share)} ${shortened(one.commonestText.text)}`,
    paint(terminal, 'bad', one.flags.map((flag) => flagWords[flag]).join('; ')),
  ])
  return `${columns([head, ...rows])}\n`
}

const maxCharacters = 40
const shortened = (text: string) =>
  printable(text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text)

/** The reasons as they were given, the newest first. */
export const reasonLines = (entries: readonly ReasonEntry[], terminal: Colour): string => {
  if (entries.length === 0) return ''
  const rows = entries.map(({ at, mode, outcome, entryId, clientAddress, reason, triggeredBy }) => [
    at.slice(0, 16).replace('T', ' '),
    mode,
    paint(terminal, outcome === 'match' ? 'good' : 'middling', outcome),
    entryId,
    clientAddress,
    printable([triggeredBy.type, triggeredBy.id ?? ''].join(' ').trim()),
    printable(reason),
  ])
  return `\n${columns(rows)}\n`
}
