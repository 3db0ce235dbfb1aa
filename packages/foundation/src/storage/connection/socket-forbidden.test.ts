import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionFailure, databaseFailure } from './connection-failure.ts'

const destination = { variable: 'DATABASE_URL', place: 'of the installation' }
const folder = mkdtempSync(join(tmpdir(), 'nani-socket-'))
const socket = join(folder, '.s.PGSQL.5432')
let server: Server
beforeAll(async () => {
  server = createServer()
  await new Promise<void>((listening) => server.listen(socket, listening))
  chmodSync(folder, 0)
})
afterAll(() => {
  chmodSync(folder, 0o700)
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The error of a process that may not enter the folder. Root may, so that another account tries. */
const refusedConnection = (): Error => {
  const program = `require('node:net').connect(process.argv[1]).on('error', (error) => {
    console.log(JSON.stringify({ message: error.message, code: error.code, syscall: error.syscall }))
  })`
  const account = process.geteuid?.() === 0 ? { uid: 65_534 } : {}
  const printed = execFileSync(process.execPath, ['-e', program, socket], { cwd: '/', ...account })
  const { message, ...rest } = JSON.parse(printed.toString())
  return Object.assign(new Error(message), rest)
}

test('a socket of another account is one line with a code, at the start and in a command', () => {
  const error = refusedConnection()
  expect(error).toMatchObject({ code: 'EACCES', syscall: 'connect' })
  for (const failureOf of [connectionFailure, databaseFailure]) {
    const refusal = failureOf(error, destination)
    expect(refusal).toMatchObject({
      code: 'database_socket_forbidden',
      next: expect.stringContaining('account of the processes'),
    })
    expect(refusal?.message).not.toMatch(/\n|EACCES.*connect/)
  }
})

test('a file that may not be read is not taken for a database', () => {
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path: '/x' })
  expect(databaseFailure(error, destination)).toBeNull()
})
