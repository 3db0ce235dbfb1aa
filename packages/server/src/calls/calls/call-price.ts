import type { Application } from '../../gateway/gateway/index.ts'
import type { Billing, Charge, PriceItem, PriceMode } from '../../money/billing/index.ts'
import type { Service } from './declaration/service.ts'
import type { BatchItem } from './requests/batch-request.ts'
import type { Invocation } from './requests/invocation.ts'
import type { ValidRequest } from './requests/validate.ts'

type Called = Pick<Invocation, 'service' | 'application' | 'itemReference' | 'accepted'>

/** The item of the price list that a request of a service uses. */
const itemOf = ({ priceItem, name }: Service, request: Record<string, unknown>): PriceItem =>
  priceItem?.(request) ?? (name as PriceItem)

const modeOf = ({ itemReference }: Called): PriceMode =>
  itemReference === undefined ? 'single' : 'batch_item'

/** The charge of a call that was performed; null for a service that is never billed. */
export const chargeOfCall = (
  invocation: Called,
  { request, scopes, atMs }: { request: Record<string, unknown>; scopes: readonly string[]; atMs: number },
  billing: Pick<Billing, 'charge'>,
): Charge | null => {
  const { service, application, accepted } = invocation
  if (service.charge === 'none') return null
  const { organizationId, environment } = application
  return billing.charge({
    ...{ organizationId, environment, scopes },
    item: itemOf(service, request),
    mode: modeOf(invocation),
    atMs: accepted?.atMs ?? atMs,
    quoted: accepted?.quoted,
  })
}

type PricedCall = { service: Service; application: Application; mode: PriceMode; atMs: number }

/** The least and the most that a request may cost. */
const quoteOf = ({ service, application, mode, atMs }: PricedCall, valid: ValidRequest, billing: Billing) => {
  const { organizationId, environment } = application
  const scopes = service.billableScopes?.(valid.request, valid.scopes) ?? valid.scopes
  return billing.quote({
    organizationId,
    environment,
    item: itemOf(service, valid.request),
    mode,
    scopes,
    atMs,
  })
}

const isFree = ({
  service: { charge },
  application: { environment },
}: Pick<PricedCall, 'service' | 'application'>) => charge === 'none' || environment !== 'production'

/** What must be covered before a single call is performed (spec/billing#funds). */
export const costOfCall = (asked: Omit<PricedCall, 'mode'>, valid: ValidRequest, billing: Billing): number =>
  isFree(asked) ? 0 : quoteOf({ ...asked, mode: 'single' }, valid, billing).base

/** The same for a synchronous batch: the base prices of its valid items. */
export const costOfBatch = (
  asked: Omit<PricedCall, 'mode'>,
  items: readonly BatchItem[],
  billing: Billing,
): number => {
  if (isFree(asked)) return 0
  const batch = { ...asked, mode: 'batch_item' as const }
  return items.reduce(
    (sum, item) => ('valid' in item ? sum + quoteOf(batch, item.valid, billing).base : sum),
    0,
  )
}

/** The most that each item of a batch may cost. An item that cannot succeed costs nothing. */
export const quotesOfItems = (
  asked: Omit<PricedCall, 'mode'>,
  items: readonly BatchItem[],
  billing: Billing,
): number[] => {
  const batch = { ...asked, mode: 'batch_item' as const }
  return items.map((item) =>
    'valid' in item && !isFree(asked) ? quoteOf(batch, item.valid, billing).most : 0,
  )
}
