import { Refusal } from '@nani/foundation/core/index.ts'
import Type, { type TProperties } from 'typebox'
import { microsOfUnit } from '../../../money/billing/index.ts'

export const surface = 'operator' as const
const closed = { additionalProperties: false }
const organization_id = Type.String({ minLength: 1, maxLength: 64 })
/** Units of the currency of the organization, such as 12.5. */
export const amount = Type.Number({ minimum: -1e9, maximum: 1e9 })

/** A wrong number of decimals is refused. Nothing is rounded. */
export const microsOf = (value: number): number => {
  const micros = Math.round(value * microsOfUnit)
  if (!Number.isSafeInteger(micros) || Math.abs(micros / microsOfUnit - value) > 1e-9)
    throw new Refusal('value_invalid', 'An amount has at most six decimals.', {
      context: { field: 'amount' },
    })
  return micros
}

export const ofOrganization = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ organization_id, ...properties }, closed)
export const path = '/billing/organizations/{organization_id}' as const
