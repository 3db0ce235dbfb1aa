import { printable } from '@nani/cli'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoney = (value: unknown): value is { value: number; currency: string } =>
  isObject(value) && typeof value.value === 'number' && typeof value.currency === 'string'

const titleOf = (name: string): string => name.replaceAll('_', ' ')

/** What a billing command returned, for people: one line for each field, and an indented list for each list. */
export const billingText = (value: unknown, indent = '  '): string => {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}none\n`
    return value.map((one) => billingText(one, indent)).join(`${indent}–\n`)
  }
  if (!isObject(value)) return `${indent}${wordOf(value)}\n`
  return Object.entries(value)
    .filter(([name]) => name !== 'object')
    .map(([name, field]) => {
      if (isMoney(field) || !(isObject(field) || Array.isArray(field)))
        return `${indent}${titleOf(name).padEnd(20)} ${wordOf(field)}\n`
      return `${indent}${titleOf(name)}\n${billingText(field, `${indent}  `)}`
    })
    .join('')
}

const wordOf = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  return isMoney(value) ? `${value.value} ${value.currency}` : printable(String(value))
}
