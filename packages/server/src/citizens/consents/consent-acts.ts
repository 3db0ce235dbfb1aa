import { approveConsent, declineConsent, revokeConsent } from './decide-consent.ts'
import { declineOwnConsent, revokeOwnConsent } from './on-device/answer-own.ts'
import { approveOnDevice } from './on-device/approve-on-device.ts'
import { listConsentsOnDevice } from './on-device/list-on-device.ts'
import { listConsents, showConsent } from './operator-consents.ts'

/** The acts and readings of this module. */
export const consentActs = [
  ...[listConsentsOnDevice, approveOnDevice, declineOwnConsent, revokeOwnConsent],
  ...[approveConsent, declineConsent, revokeConsent, listConsents, showConsent],
] as const
