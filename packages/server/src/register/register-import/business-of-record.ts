import { type BusinessIdentifierType, normalizeIdentifier } from '@nani/contract'
import type { Business } from '../register/index.ts'
import { isReservedForBusinesses } from '../synthetic-data/index.ts'
import type { BusinessRecordInput } from './business-record.ts'
import { orReason, RecordRefused, utc } from './record-refused.ts'

// Shares are fractions. A rounding error of their sum is not an error of the file.
const rounding = 0.001

/** Converts a checked record to the form of the register, or returns the reason of a refusal. */
export const businessOfRecord = (record: BusinessRecordInput, nowMs: number): Business | { reason: string } =>
  orReason(() => businessOf(record, nowMs))

const businessOf = (record: BusinessRecordInput, nowMs: number): Business => {
  if (Date.parse(record.registered_on) > nowMs) throw new RecordRefused('registered_on: is in the future')
  const owners = record.beneficial_owners ?? []
  if (owners.reduce((sum, { share }) => sum + share, 0) > 1 + rounding)
    throw new RecordRefused('beneficial_owners: their shares are more than 1')
  return {
    legal_name: record.legal_name,
    trade_name: record.trade_name ?? null,
    legal_form: record.legal_form,
    status: record.status ?? 'active',
    registered_on: record.registered_on,
    identifiers: identifiersOf(record.identifiers),
    activity: record.activity ?? null,
    share_capital: record.share_capital ?? null,
    address: record.address ? { ...record.address, type: record.address.type ?? 'registered_office' } : null,
    officers: (record.officers ?? []).map((officer, index) => ({
      ...officer,
      svc_id: svcIdOf(officer.svc_id, `officers[${index}]`),
    })),
    beneficial_owners: owners.map((owner, index) => ({
      ...owner,
      svc_id: svcIdOf(owner.svc_id, `beneficial_owners[${index}]`),
    })),
    updated_at: utc(record.updated_at) ?? new Date(nowMs).toISOString(),
  }
}

const identifiersOf = (sent: BusinessRecordInput['identifiers']): Business['identifiers'] => {
  const normal = (type: BusinessIdentifierType): string | null => {
    const value = sent[type]
    if (value === null || value === undefined) return null
    const identifier = normalizeIdentifier({ type, value })
    if (!identifier) throw new RecordRefused(`identifiers.${type}: does not match the format of ${type}`)
    return identifier.value
  }
  const identifiers = { rccm: normal('rccm'), id_nat: normal('id_nat'), nif: normal('nif') }
  if (Object.values(identifiers).every((value) => value === null))
    throw new RecordRefused('identifiers: needs rccm, id_nat or nif')
  if (isReservedForBusinesses(identifiers))
    throw new RecordRefused('identifiers: are reserved for the sandbox')
  return identifiers
}

const svcIdOf = (value: string | null | undefined, where: string): string | null => {
  if (value === null || value === undefined) return null
  const identifier = normalizeIdentifier({ type: 'svc_id', value })
  if (!identifier) throw new RecordRefused(`${where}.svc_id: is not of the form COD-XXXX-XXXX-XXXX`)
  return identifier.value
}
