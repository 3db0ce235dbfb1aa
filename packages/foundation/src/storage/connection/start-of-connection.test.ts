import { startTlsDatabase, type TlsDatabase } from '@nani/server/testing/database/tls-database.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../../testing/machine/free-port.ts'
import { openPool } from '../database.ts'
import { placeOf } from './database-address.ts'
import { type Protection, protectionOf } from './protection.ts'
import { proveConnection } from './prove-connection.ts'

const password = 'correct-horse'

let database: TlsDatabase
beforeAll(async () => {
  database = await startTlsDatabase()
  await database.run(`create role caller login password '${password}'`)
})
afterAll(() => database?.stop())

const urlOf = (changes: {
  password?: string
  host?: string
  port?: number
  database?: string
  query?: string
}) =>
  `postgres://caller:${changes.password ?? password}@${changes.host ?? '127.0.0.1'}:${changes.port ?? database.port}/${changes.database ?? 'nani'}${changes.query ?? ''}`

const prove = async (url: string): Promise<void> => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 5_000, onError: () => {} })
  try {
    await proveConnection(pool, url, { variable: 'DATABASE_URL', place: placeOf(url) })
  } finally {
    await pool.end()
  }
}

const failureOf = async (url: string): Promise<{ code?: string; message: string; next?: string }> => {
  const error = await prove(url).then(
    () => ({ message: 'no error' }),
    (thrown: Error) => thrown,
  )
  expect(error.message).not.toContain(password)
  expect(error.message).not.toContain('\n')
  return error
}

const codeOf = async (url: string): Promise<string> => (await failureOf(url)).code ?? 'no code'

test('a connection that holds everything is accepted', async () => {
  await expect(prove(urlOf({}))).resolves.toBeUndefined()
})

test('a URL with several servers is accepted, with settings of its own', async () => {
  const several = urlOf({ query: '?target_session_attrs=read-write&options=-c%20search_path%3Dpublic' })
  await expect(
    prove(several.replace('@127.0.0.1', `@127.0.0.1:${await freePort()},127.0.0.1`)),
  ).resolves.toBeUndefined()
})

test('a wrong password, a missing database and a closed port have their codes, and name the place', async () => {
  const wrong = await failureOf(urlOf({ password: 'wrong-password' }))
  expect(wrong).toMatchObject({
    code: 'database_login_refused',
    next: expect.stringContaining('Correct the login'),
  })
  expect(wrong.message).toContain(`127.0.0.1:${database.port}/nani`)
  expect(wrong.message).not.toContain('wrong-password')
  expect(await codeOf(urlOf({ database: 'other' }))).toBe('database_missing')
  expect(await codeOf(urlOf({ port: await freePort() }))).toBe('database_unreachable')
  expect(await codeOf(urlOf({ host: 'nowhere.invalid' }))).toBe('database_unreachable')
})

test('a login without the right on the schema has its code', async () => {
  await database.run('revoke all on schema public from public')
  try {
    expect(await codeOf(urlOf({}))).toBe('database_right_missing')
  } finally {
    await database.run('grant usage on schema public to public')
  }
})

test('a server without TLS is named as the reason', async () => {
  await database.withoutTls()
  expect(await codeOf(urlOf({ query: '?sslmode=require' }))).toBe('database_tls_refused')
})

test('a certificate is compared with the name or the address of the URL, and with its authority', async () => {
  const file = await database.useCertificateFor('localhost')
  const verified = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`
  await expect(prove(urlOf({ host: 'localhost', query: verified }))).resolves.toBeUndefined()
  expect(await codeOf(urlOf({ query: verified }))).toBe('database_certificate_name_differs')
  expect(await codeOf(urlOf({ host: 'localhost', query: '?sslmode=verify-full' }))).toBe(
    'database_certificate_untrusted',
  )
  const ofAddress = await database.useCertificateFor('127.0.0.1')
  const byAddress = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(ofAddress)}`
  await expect(prove(urlOf({ query: byAddress }))).resolves.toBeUndefined()
  const several = urlOf({ query: byAddress }).replace(
    '@127.0.0.1',
    `@127.0.0.1:${await freePort()},127.0.0.1`,
  )
  await expect(prove(several)).resolves.toBeUndefined()
  // The other server is away, and the reason is that of this one.
  expect(await codeOf(several.replace(',127.0.0.1', ',localhost'))).toBe('database_certificate_name_differs')
  expect(await codeOf(urlOf({ host: 'localhost', query: byAddress }))).toBe(
    'database_certificate_name_differs',
  )
})

const protectionAt = async (url: string): Promise<Protection> => {
  const pool = openPool(url, { maxConnections: 1, statementTimeoutMs: 5_000, onError: () => {} })
  try {
    return await protectionOf(pool)
  } finally {
    await pool.end()
  }
}

test('the protection of a connection is read from the connection itself', async () => {
  const file = await database.useCertificateFor('localhost')
  const verified = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`
  expect(await protectionAt(urlOf({ host: 'localhost', query: verified }))).toBe('verified')
  expect(await protectionAt(urlOf({ query: '?sslmode=no-verify' }))).toBe('unverified')
  expect(await protectionAt(urlOf({}))).toBe('local')
  // A server of another machine, without TLS.
  const stream = { remoteAddress: '192.0.2.7' }
  const away = { connect: async () => ({ connection: { stream }, release() {} }) }
  expect(await protectionOf(away as unknown as pg.Pool)).toBe('none')
})

test('a file of the authority that cannot be read has a code', async () => {
  // A folder cannot be read as a file, by no account.
  const failure = await failureOf(urlOf({ query: '?sslmode=verify-full&sslrootcert=/tmp' }))
  expect(failure).toMatchObject({
    code: 'file_unusable',
    message: expect.stringMatching(/^DATABASE_URL names the file of sslrootcert.+EISDIR/),
  })
})

test('a missing file of the authority is named', async () => {
  const failure = await failureOf(urlOf({ query: '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' }))
  expect(failure).toMatchObject({
    code: 'file_not_found',
    message: expect.stringContaining('/nowhere/ca.pem'),
  })
})
