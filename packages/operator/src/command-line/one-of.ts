import { InvalidArgumentError } from 'commander'

/** The parser of an option that is one of some words. */
export const oneOf =
  <Word extends string>(known: readonly Word[]) =>
  (text: string): Word => {
    const found = known.find((word) => word === text)
    if (found) return found
    throw new InvalidArgumentError(`It is one of ${known.join(', ')}.`)
  }
