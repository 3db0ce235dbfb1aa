import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { onSurface } from './surface-members.ts'

/** The version of a request without `If-Match`. */
export const noVersion = -1

/** The version of `If-Match`, which the surface adds to the input. */
export const versionInput = onSurface(Type.Integer({ minimum: noVersion }))

/**
 * Refuses a change without `If-Match`, and one that is based on another version than the current one. Versions begin at 1. An
 * object that does not exist yet (null) has version 0, and needs no header.
 */
export const requireVersion = (given: number, current: { version: number } | null): void => {
  if (given === (current?.version ?? 0) || (given === noVersion && current === null)) return
  if (given === noVersion)
    throw new Refusal('value_invalid', 'The header If-Match is missing.', {
      context: { field: 'If-Match' },
    })
  throw new Refusal('changed_meanwhile', 'Another person changed the object in the meantime.', {
    context: { current },
  })
}
