import { environments } from '@nani/contract'
import { InvalidArgumentError, Option } from 'commander'
import type { OptionSpec } from './command-area.ts'

/** The parser of an option that is one of some words. */
export const oneOf =
  <Word extends string>(known: readonly Word[]) =>
  (text: string): Word => {
    const found = known.find((word) => word === text)
    if (found) return found
    throw new InvalidArgumentError(`It is one of ${known.join(', ')}.`)
  }

/** An option that is no member of an input, and that must be there. */
export const needed = (flags: string, text: string): Option => new Option(flags, text).makeOptionMandatory()

/** An option that can be repeated, with one value each time. */
export const each = (flags: string, text: string): Option =>
  new Option(flags, `${text}; can be repeated`).argParser((one: string, before: string[] = []) => [
    ...before,
    one,
  ])

/** The member `environments` as one option. */
export const oneEnvironment = {
  ...{ text: 'sandbox or production (default: both)', as: 'environment', value: 'environment' },
  parse: oneOf(environments),
  read: (given: string | undefined) => (given === undefined ? [] : [given]),
} satisfies OptionSpec

/** How long the old key set of an application remains valid. */
export const overlap = {
  ...{ text: 'how long the old key set remains valid: 0, or up to 7d such as 12h', as: 'overlap' },
  ...{ value: 'time', default: '0', parse: (text: string) => text },
  read: async (text: string) =>
    (await import('@nani/server/organizations/organizations/index.ts')).readOverlap(text),
} satisfies OptionSpec
