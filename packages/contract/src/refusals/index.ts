/** The one catalogue of refusals. It is an entry of its own, so that the clients of callers do not load it. */
import { type ErrorCode, errorCatalogue } from '../errors.ts'
import { applicationRefusals } from './applications.ts'
import { auditLogRefusals } from './audit-log.ts'
import { citizenRefusals } from './citizens.ts'
import type { Audience, RefusalEntry } from './entry.ts'
import { fraudCaseRefusals, fraudCaseSentences } from './fraud-cases.ts'
import { installationRefusals } from './installation.ts'
import { pageRefusals, peopleRefusals } from './people.ts'
import { serviceRefusals } from './services.ts'

export { callerFrench } from './callers-french.ts'
export type { Audience, RefusalEntry } from './entry.ts'

/** The refusals of the command line and of a start. The page docs/operator-errors.md repeats them. */
export const operatorRefusals = {
  ...installationRefusals,
  ...applicationRefusals,
  ...serviceRefusals,
  ...auditLogRefusals,
  ...fraudCaseRefusals,
  ...peopleRefusals,
} as const satisfies Record<string, RefusalEntry>

/** The refusals of each audience. A code that two audiences see has one status, and may have a text for each. */
export const refusals = {
  caller: errorCatalogue,
  citizen: citizenRefusals,
  staff: { ...operatorRefusals, ...pageRefusals },
} as const satisfies Record<Audience, Record<string, { status: number | null; message: string }>>

export type CitizenCode = keyof typeof citizenRefusals
export type StaffCode = keyof typeof refusals.staff
/** Every code of a refusal. */
export type RefusalCode = ErrorCode | CitizenCode | StaffCode

type People = Exclude<Audience, 'caller'>

/** The entry of a code that these people see, or null. */
export const entryFor = (people: People, code: string): RefusalEntry | null => {
  const entries: Readonly<Record<string, RefusalEntry>> = refusals[people]
  return Object.hasOwn(entries, code) ? (entries[code] ?? null) : null
}

/** The code of the answer to people: the code itself, a more general one, or `internal_error`, which reveals nothing. */
export const shownCode = (people: People, code: RefusalCode): RefusalCode => {
  const own = entryFor(people, code)
  if (own) return own.status === null ? 'internal_error' : (own.general ?? code)
  const entries = Object.entries<RefusalEntry>(refusals[people])
  const [found] = entries.find(([, { includes }]) => includes?.some((one) => one === code)) ?? []
  return (found as RefusalCode | undefined) ?? 'internal_error'
}

/** Whether an audience may see a code, or a more general one in its place. */
export const isShownTo = (audience: Audience, code: RefusalCode): boolean =>
  code === 'internal_error' ||
  (audience === 'caller'
    ? Object.hasOwn(errorCatalogue, code)
    : shownCode(audience, code) !== 'internal_error')

const textOf = (audience: Audience, code: RefusalCode): string | undefined =>
  (refusals[audience] as Readonly<Record<string, { message: string }>>)[code]?.message

const everyone: readonly Audience[] = ['caller', 'citizen', 'staff']

/** The sentence of a refusal that brings none: of its case, or else of its code. */
export const sentenceOf = (
  code: RefusalCode,
  context: Readonly<Record<string, unknown>>,
  audiences: readonly Audience[] = everyone,
): string => {
  const known = audiences.find((audience) => textOf(audience, code) !== undefined)
  return fraudCaseSentences[code]?.(context) ?? (known && textOf(known, code)) ?? code
}
