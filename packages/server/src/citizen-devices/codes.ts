import { createHash, createHmac, type KeyObject } from 'node:crypto'
import type { Random } from '../core/index.ts'

export const codeDigits = 6
const codes = 10 ** codeDigits
/** The largest multiple of the number of codes that four bytes hold: above it, a remainder would be likelier. */
const unbiased = Math.floor(2 ** 32 / codes) * codes

/** A code of six digits, each equally likely. */
export const drawCode = (random: Random): string => {
  let drawn: number
  do drawn = random.bytes(4).readUInt32BE()
  while (drawn >= unbiased)
  return String(drawn % codes).padStart(codeDigits, '0')
}

/** A copy of the database alone does not reveal a code: the hash is keyed. */
export const codeHash = (key: KeyObject, codeId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`code ${codeId} ${code}`).digest()

/** A keyed mark of a text that must not be stored: a network, or what someone typed. */
export const markOf = (key: KeyObject, label: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${label} ${text}`).digest()

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
