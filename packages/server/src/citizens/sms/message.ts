import type { Environment } from '@nani/contract'

/** A short message to one telephone. Without `to` no one gets it. */
export type SmsMessage = { id: string; to: string; text: string }

/** Hands a message to its network. It throws if the provider did not accept it; then it is sent again. */
export type SmsGateway = { send(message: SmsMessage): Promise<void> }

/** Who has a turn: keyed hashes of the network that caused a message, and of the number that it is for. */
export type SmsTurn = { network: Buffer; recipient: Buffer }

/**
 * A message that a change reports. Null for `to`: no one gets it, and it takes a turn like any other. Anyone can cause a
 * `code` or a `warning`, so that they leave in turns. A `report` follows what only the citizen can do.
 */
export type NewSms = { environment: Environment; to: string | null; text: string } & (
  | { kind: 'report' }
  | ({ kind: 'code' | 'warning' } & SmsTurn)
)
