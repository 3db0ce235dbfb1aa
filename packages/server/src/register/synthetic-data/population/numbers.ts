import { operatorPrefixes } from './lives.ts'
import { permutation } from './permutation.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** No passport number of a generated person begins with S, because SX is the series of the sandbox people. */
const firstLetters = alphabet.replace('S', '')
const sevenDigits = 10 ** 7
/** The first ten thousand identity numbers are reserved for the sandbox people. */
const reserved = 10 ** 4

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** The numbers of citizen `index`. Each number belongs to one person of a seed. */
export const numberSeries = (seed: string) => {
  const svcIds = permutation(10 ** 12 - reserved, `${seed} svc_id`)
  const ceni = permutation(9 * 10 ** 10, `${seed} ceni`)
  const passports = permutation(firstLetters.length * alphabet.length * sevenDigits, `${seed} passport`)
  const licences = permutation(10 ** 9, `${seed} driving_licence`)
  const nationalIds = permutation(10 ** 12, `${seed} national_id`)
  const phones = permutation(operatorPrefixes.length * sevenDigits, `${seed} phone`)
  return {
    svcId(index: number): string {
      const value = digits(svcIds(index) + reserved, 12)
      return `COD-${value.slice(0, 4)}-${value.slice(4, 8)}-${value.slice(8)}`
    },
    ceni: (index: number): string => String(10 ** 10 + ceni(index)),
    passport(index: number): string {
      const value = passports(index)
      const letters = Math.floor(value / sevenDigits)
      const first = firstLetters[Math.floor(letters / alphabet.length)]
      return `${first}${alphabet[letters % alphabet.length]}${digits(value % sevenDigits, 7)}`
    },
    driving_licence: (index: number): string => `PC${digits(licences(index), 9)}`,
    national_id: (index: number): string => `N${digits(nationalIds(index), 12)}`,
    /** Telephone `which` (0 or 1) of a citizen, with the operator of its prefix. */
    phone(index: number, which: 0 | 1): { number: string; operator: string } {
      const value = phones(index * 2 + which)
      const [prefix, operator] = operatorPrefixes[Math.floor(value / sevenDigits)] as readonly [
        string,
        string,
      ]
      return { number: `+243${prefix}${digits(value % sevenDigits, 7)}`, operator }
    },
  }
}

export type NumberSeries = ReturnType<typeof numberSeries>
