import { expect } from 'vitest'
import type { Answer, ErrorBody } from './call.ts'
import { errorStatus } from './catalogue.ts'

/**
 * Asserts everything that every refusal must have (spec/errors#error-body, spec/wire#encrypted-responses): the status of its code,
 * a message for people, the request id in header and body, and encryption exactly when it should be.
 */
export const expectRefusal = (
  answer: Answer<unknown>,
  code: string,
  { encrypted = true, context = {} }: { encrypted?: boolean; context?: Record<string, unknown> } = {},
): void => {
  const body = answer.json as ErrorBody
  expect({ status: answer.status, error: body?.error, encrypted: answer.encrypted }).toEqual({
    status: errorStatus[code],
    error: code,
    encrypted,
  })
  expect(body.message).toEqual(expect.stringMatching(/\S/))
  expect(answer.requestId).toEqual(expect.stringMatching(/\S/))
  expect(body.request_id).toBe(answer.requestId)
  expect(body).toMatchObject(context)
}
