import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { crockfordDigits, type Random } from '@nani/foundation/core/index.ts'
import { hasName, hostOf } from '../../../organizations/webauthn/index.ts'
import type { AppOrigin } from '../devices/device-key.ts'

export const codeLength = 8
const codeForm = new RegExp(`^[${crockfordDigits}]{${codeLength}}$`)

/** A code of eight digits of Crockford's base 32, each equally likely: 40 bits. */
export const drawCode = (random: Random): string =>
  Array.from(random.bytes(codeLength), (byte) => crockfordDigits[byte & 31]).join('')

/** A code as people read it: `K7QM-2XPA`. */
export const shownCode = (code: string): string =>
  `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** The last line of a message, with which browsers offer the code to the app alone. An address is no host for them. */
export const boundLine = (app: AppOrigin, code: string): string => {
  const host = hostOf(app)
  return hasName(host) ? `\n\n@${host} #${code}` : ''
}

/** The code that a person typed: in any case, with spaces or dashes, with O for 0 and I or L for 1. Null if it is none. */
export const codeIn = (text: string): string | null => {
  const code = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return codeForm.test(code) ? code : null
}

/** A copy of the database alone does not reveal a code: the hash is keyed. */
export const codeHash = (key: KeyObject, codeId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`code ${codeId} ${code}`).digest()

/** A keyed mark of a text that must not be stored: a network, or what someone typed. */
export const markOf = (key: KeyObject, label: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${label} ${text}`).digest()

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
