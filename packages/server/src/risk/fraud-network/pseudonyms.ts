import { createHmac, type KeyObject } from 'node:crypto'
import type { Environment, Identifier } from '@nani/contract'

/*
 * Keyed pseudonyms, in hex, of facts by which a case or a monitor knows a person or a company. The network and the
 * monitors have the same ones, so that a changed case finds the monitors that it affects.
 */

const keyed = (key: KeyObject, ...known: (string | null)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(known)).digest('hex')

export const identifierPseudonym = (
  { type, value }: Pick<Identifier, 'type' | 'value'>,
  environment: Environment,
  identityKey: KeyObject,
): string => keyed(identityKey, 'identity', environment, type, value)

type Birth = { dateOfBirth: string | null; nationality: string | null }

/** Of a date of birth and a nationality. With the name, a fraud case may know a person by them. */
export const birthPseudonym = (
  { dateOfBirth, nationality }: Birth,
  environment: Environment,
  identityKey: KeyObject,
): string | null =>
  dateOfBirth === null || nationality === null
    ? null
    : keyed(identityKey, 'birth', environment, dateOfBirth, nationality)

/** Of the whole content of a row, so that the same content again is no change. */
export const contentPseudonym = (content: readonly (string | null)[], identityKey: KeyObject): string =>
  keyed(identityKey, 'network content', ...content)
