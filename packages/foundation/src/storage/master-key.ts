import { createDecipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { Refusal } from '../core/index.ts'
import { readDatabaseAddress } from './connection/database-address.ts'
import type { KeyProvider } from './vault.ts'

/** The key of the environment (NANI_MASTER_KEY): what an operator of real data sets. */
export const givenKey = (key: Buffer): KeyProvider => ({ masterKey: async () => key })

/**
 * A key made on first start and kept in a file that only its owner reads: for the embedded database. Where data is
 * sealed already (`mayCreate` is false), a missing file is lost, and a new key in its place would hide that.
 */
export const fileKey = (dataDir: string, mayCreate = true): KeyProvider => ({
  async masterKey() {
    const path = join(dataDir, 'master-key')
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const kept = await readFile(path, 'utf8').catch(absent)
    if (kept === null && !mayCreate)
      throw new Refusal('master_key_damaged', `${path} is missing, and the data is encrypted under its key.`)
    const key = Buffer.from(kept ?? (await makeKeyFile(path)), 'base64')
    // Cut short, it would still derive keys, and of none of what is sealed already.
    if (key.length !== keyBytes)
      throw new Refusal('master_key_damaged', `${path} is damaged: it does not hold ${keyBytes} bytes.`)
    return key
  },
})

const keyBytes = 32

/** Whole and on the disk, or not there: a process that ends half-way leaves no part of a key behind. */
const makeKeyFile = async (path: string): Promise<string> => {
  const draft = `${path}.${randomUUID()}.partial`
  try {
    await writeFile(draft, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, it replaces no file: of two processes, the first one decides.
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(path, 'utf8')
}

const absent = (error: { code?: string }): null => {
  if (error.code !== 'ENOENT') throw error
  return null
}

const saltBytes = 16
const ivBytes = 12
const tagBytes = 16

/** The name under which earlier releases kept a master key in the database, wrapped under its password. */
export const wrappedKeyName = 'wrapped_master_key'

export const hasWrappedKey = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from installation_secrets where name = $1', [wrappedKeyName])
  return rowCount === 1
}

/**
 * The master key that an earlier release kept in the database of DATABASE_URL. It is only read, so that an operator can
 * move it to NANI_MASTER_KEY. Null where there is none.
 */
export const readWrappedKey = async (pool: pg.Pool, connectionString: string): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed from installation_secrets where name = $1',
    [wrappedKeyName],
  )
  if (!rows[0]) return null
  const password = passwordOf(connectionString)
  try {
    return unwrap(rows[0].sealed, password)
  } catch {
    throw new Refusal('database_password_changed', otherPassword)
  }
}

const passwordOf = (connectionString: string): string => {
  const [server = connectionString] = readDatabaseAddress(connectionString, 'DATABASE_URL').servers
  return decodeURIComponent(new URL(server).password)
}

const otherPassword =
  'The master key in this database is wrapped under another password than the one in DATABASE_URL.'

const unwrap = (wrapped: Buffer, password: string): Buffer => {
  const ivAt = saltBytes
  const tagAt = ivAt + ivBytes
  const keyAt = tagAt + tagBytes
  const wrappingKey = scryptSync(password, wrapped.subarray(0, saltBytes), 32)
  const iv = wrapped.subarray(ivAt, tagAt)
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(wrapped.subarray(tagAt, keyAt))
  return Buffer.concat([decipher.update(wrapped.subarray(keyAt)), decipher.final()])
}
