import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.ts'
import { beginBody, type HeldBody } from './body.ts'
import type { BodyBudget } from './body-budget.ts'

export type BodyBounds = {
  limitBytes: number
  bodies: BodyBudget
  /** The holder whose share of the memory the body uses. */
  holder: string
}

/** The whole body of a request without an earlier check of its sender. Its memory is charged until it is released. */
export const readBody = async (
  message: IncomingMessage,
  { limitBytes, bodies, holder }: BodyBounds,
): Promise<HeldBody> => {
  if (Number(message.headers['content-length'] ?? 0) > limitBytes) throw new Refusal('payload_too_large')
  return beginBody(message, limitBytes).accept(bodies, holder)
}
