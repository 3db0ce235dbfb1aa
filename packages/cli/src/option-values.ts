import { InvalidArgumentError } from 'commander'

export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('The value must be a whole number.')
  return Number(text)
}

/** From 0 to 1. */
export const share = (text: string): number => {
  if (!/^(0?\.\d+|[01](\.0*)?)$/.test(text))
    throw new InvalidArgumentError('The value must be a decimal number such as 0.85.')
  return Number(text)
}
