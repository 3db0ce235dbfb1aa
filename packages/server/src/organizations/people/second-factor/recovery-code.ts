import { createHash } from 'node:crypto'
import { crockfordDigits, type Random } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Realm } from '../realm.ts'

const codesOfList = 10
/** 120 random bits: from 112 bits on, a plain SHA-256 keeps a code that is random (OWASP ASVS 5, 6.5.2). */
const codeLength = 24
const groupLength = 4

/** People write digits in lower case, and letters that look like digits. */
const bareCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

export const recoveryCodeHash = (code: string): Buffer => createHash('sha256').update(bareCode(code)).digest()

const drawCode = (random: Random): string =>
  Array.from(random.bytes(codeLength), (byte) => crockfordDigits[byte & 31]).join('')

const shown = (code: string): string => code.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? code

/** A new list of codes. Codes of an earlier list no longer count. */
export const replaceRecoveryCodes = async (
  client: Database,
  accountId: string,
  { realm, random }: { realm: Realm; random: Random },
): Promise<string[]> => {
  const codes = Array.from({ length: codesOfList }, () => drawCode(random))
  await client.query(realm.sql('delete from member_recovery_codes where account_id = $1'), [accountId])
  await client.query(
    realm.sql('insert into member_recovery_codes (account_id, code_hash) select $1, unnest($2::bytea[])'),
    [accountId, codes.map(recoveryCodeHash)],
  )
  return codes.map(shown)
}
