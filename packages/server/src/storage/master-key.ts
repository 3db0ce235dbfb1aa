import { createCipheriv, createDecipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigError } from '../core/index.ts'
import type { KeyProvider } from './vault.ts'

/** The key of the environment (NANI_MASTER_KEY): what an operator of real data sets. */
export const givenKey = (key: Buffer): KeyProvider => ({ masterKey: async () => key })

/** A key made on first start and kept in a file that only its owner reads: for the embedded database. */
export const fileKey = (dataDir: string): KeyProvider => ({
  async masterKey() {
    const path = join(dataDir, 'master-key')
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const kept = await readFile(path, 'utf8').catch(absent)
    const key = Buffer.from(kept ?? (await makeKeyFile(path)), 'base64')
    // Cut short, it would still derive keys, and of none of what is sealed already.
    if (key.length !== keyBytes) throw new Error(`${path} is damaged: it does not hold ${keyBytes} bytes.`)
    return key
  },
})

const keyBytes = 32

/** Whole and on the disk, or not there: a process that ends half-way leaves no part of a key behind. */
const makeKeyFile = async (path: string): Promise<string> => {
  const draft = `${path}.${randomUUID()}.partial`
  try {
    await writeFile(draft, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename it takes nobody's place: of two processes the first decides.
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

/**
 * For a trial on a database of one's own: the key is kept in that database, wrapped under its password, so
 * that several processes share it and a dump alone opens nothing. Real data deserves a key of its own.
 */
export const databaseKey = (pool: pg.Pool, connectionString: string): KeyProvider => ({
  async masterKey() {
    const password = decodeURIComponent(new URL(connectionString).password)
    // Wrapped under nothing, the key would lie open beside what it seals.
    if (password === '') throw new ConfigError(noPassword)
    const wrapped = wrap(randomBytes(32), password)
    const { rows } = await pool.query<{ sealed: Buffer }>(
      `with made as (
         insert into installation_secrets (name, sealed, created_at) values ('wrapped_master_key', $1, now())
         on conflict (name) do update set name = excluded.name returning sealed)
       select sealed from made`,
      [wrapped],
    )
    try {
      return unwrap((rows[0] as { sealed: Buffer }).sealed, password)
    } catch {
      throw new ConfigError(otherPassword)
    }
  },
})

const makeOne = 'make one with: openssl rand -base64 32'
const noPassword = `DATABASE_URL carries no password to keep a master key under. Set NANI_MASTER_KEY; ${makeOne}`
const otherPassword =
  'The master key in this database is wrapped under another password than the one in DATABASE_URL. Start with the earlier password, or set NANI_MASTER_KEY.'

const wrap = (key: Buffer, password: string): Buffer => {
  const salt = randomBytes(saltBytes)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', scryptSync(password, salt, 32), iv)
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed])
}

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
