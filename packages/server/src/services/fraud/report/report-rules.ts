import { currencies, type FraudReportRequest, isCountry } from '@nani/contract'

type WrongField = { field: string; reason: string }
type SentVictim = NonNullable<FraudReportRequest['victims']>[number]
type SentParty = Pick<
  SentVictim,
  'identifier' | 'full_name' | 'date_of_birth' | 'nationality' | 'phone_number' | 'business'
>

const individualFields = ['identifier', 'full_name', 'date_of_birth', 'nationality', 'phone_number'] as const
/** The clock of a caller may differ from ours by this much. */
const toleranceMs = 300_000

/**
 * The rules among the fields of a report (spec/fraud#parties): the first field that breaks one, or null. `nowMs` is
 * the time of the call.
 */
export const checkReport = (request: FraudReportRequest, nowMs: number): WrongField | null =>
  (request.subject ? checkParty(request.subject, 'subject', nowMs) : null) ??
  firstOf(request.victims ?? [], (victim, index) => checkVictim(victim, `victims[${index}]`, nowMs)) ??
  checkMoment(request.occurred_at, nowMs) ??
  checkProvince(request.location?.province) ??
  checkCountry(request.location?.country, 'location.country') ??
  checkAmount(request.amount) ??
  firstOf(request.evidence ?? [], ({ file }, index) =>
    (file.data == null) === (file.url == null)
      ? { field: `evidence[${index}].file`, reason: 'exactly one of data and url is required' }
      : null,
  )

const firstOf = <Value>(
  values: readonly Value[],
  check: (value: Value, index: number) => WrongField | null,
): WrongField | null => {
  for (const [index, value] of values.entries()) {
    const wrong = check(value, index)
    if (wrong) return wrong
  }
  return null
}

const checkCountry = (code: string | null | undefined, field: string): WrongField | null =>
  code == null || isCountry(code) ? null : { field, reason: 'must be a country of ISO 3166-1 alpha-3' }

const checkVictim = (victim: SentVictim, place: string, nowMs: number): WrongField | null => {
  const wrongCountry = checkCountry(victim.country, `${place}.country`)
  if (wrongCountry) return wrongCountry
  if (!victim.anonymous) return checkParty(victim, place, nowMs)
  const named = [...individualFields, 'business' as const].find((field) => victim[field] != null)
  return named ? { field: `${place}.${named}`, reason: 'an anonymous victim has no identifying field' } : null
}

const checkParty = (party: SentParty, place: string, nowMs: number): WrongField | null => {
  const named = individualFields.find((field) => party[field] != null)
  const { business } = party
  if (business) {
    if (named) return { field: `${place}.business`, reason: `a business has no ${named}` }
    return business.identifier || business.name
      ? checkCountry(business.country, `${place}.business.country`)
      : { field: `${place}.business`, reason: 'identifier or name is required' }
  }
  if (!named) return { field: place, reason: `one of ${individualFields.join(', ')} or business is required` }
  if (isFuture(party.date_of_birth, nowMs))
    return { field: `${place}.date_of_birth`, reason: 'a date of birth is not in the future' }
  return (
    checkCountry(party.identifier?.issuing_country, `${place}.identifier.issuing_country`) ??
    checkCountry(party.nationality, `${place}.nationality`)
  )
}

const checkMoment = (occurredAt: string | null | undefined, nowMs: number): WrongField | null =>
  isFuture(occurredAt, nowMs) ? { field: 'occurred_at', reason: 'the moment is in the future' } : null

const isFuture = (moment: string | null | undefined, nowMs: number): boolean =>
  moment != null && Date.parse(moment) > nowMs + toleranceMs

/** The desk filters by it, so that it is not sealed. PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
const unstorable = /\0|\p{Surrogate}/u

const checkProvince = (province: string | null | undefined): WrongField | null =>
  province != null && unstorable.test(province)
    ? { field: 'location.province', reason: 'the text has a character that is not text' }
    : null

const checkAmount = (amount: FraudReportRequest['amount']): WrongField | null =>
  amount && !currencies.has(amount.currency)
    ? { field: 'amount.currency', reason: 'the currency is not in ISO 4217' }
    : null
