import type { Environment } from '@nani/contract'

/** A short message to one telephone. */
export type SmsMessage = { id: string; to: string; text: string }

/** Hands a message to its network. It throws if the provider did not accept it; then it is sent again. */
export type SmsGateway = { send(message: SmsMessage): Promise<void> }

/**
 * A message that a change reports. Null for `to`: no one gets it, and its row looks like the row of any other. Anyone can
 * cause a `code`, so that their number is limited. A `report` follows what only the citizen can do.
 */
export type NewSms = { environment: Environment; to: string | null; text: string; kind: 'code' | 'report' }
