import { createHmac, type KeyObject } from 'node:crypto'
import { limits } from '@nani/contract'
import { signedText } from '../../citizen-devices/index.ts'
import type { CitizenConsent } from '../citizen-consents.ts'

/** What a device signs to approve a request. Only the server makes it, from the record. */
export const approvalText = (consent: CitizenConsent, nonce: string): string => {
  const { amount_requested: amount, application, application_id, organization, product, id } = consent
  return signedText('nani consent approval 1', {
    application: `${application} (${application_id})`,
    organization,
    product: product ?? 'every',
    amount: amount ? `${amount.value} ${amount.currency}` : 'none',
    request: id,
    valid: `${limits.creditConsentDays} days`,
    nonce,
  })
}

/** It follows from the request and the device, so that a signature of one device counts for no other. */
export const approvalNonce = (key: KeyObject, { id }: Pick<CitizenConsent, 'id'>, deviceId: string): string =>
  createHmac('sha256', key).update(`consent nonce ${id} ${deviceId}`).digest('base64url')
