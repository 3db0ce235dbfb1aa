import { declineOwnConsent, revokeOwnConsent } from './on-device/answer-own.ts'
import { approveOnDevice } from './on-device/approve-on-device.ts'

/** The acts of citizens, each in the database that has the application. */
export const ownConsentActs = [approveOnDevice, declineOwnConsent, revokeOwnConsent] as const
