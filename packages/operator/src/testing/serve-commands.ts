import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Said } from '../../../cli/src/testing/run-in-memory.ts'
import { runInMemory } from './run-in-memory.ts'

/*
 * Runs commands for the acceptance suite in one process, because to load `nani` takes most of the processor time of a command.
 * A connection sends one command and gets its exit code and its output. The process prints the path of its socket, and ends
 * when its standard input ends.
 */

const installationDir = fileURLToPath(new URL('../../../../', import.meta.url))
/** A process that takes the place of one that ended gets the path of its socket. */
const [given] = process.argv.slice(2)
const socket = given ?? join(mkdtempSync(join(tmpdir(), 'nani-commands-')), 'socket')
mkdirSync(dirname(socket), { recursive: true })
rmSync(socket, { force: true })

type Asked = { args: string[]; env: NodeJS.ProcessEnv; cwd: string }

/** What `bin/nani.js` would do, also with an error that no command expects. */
const answer = async ({ args, env, cwd }: Asked): Promise<Said> => {
  try {
    return await runInMemory(args, { env, cwd, installationDir })
  } catch (error) {
    return { code: 1, out: '', err: error instanceof Error ? String(error.stack) : String(error) }
  }
}

const server = createServer({ allowHalfOpen: true }, async (connection) => {
  connection.on('error', () => {})
  connection.end(JSON.stringify(await answer((await json(connection)) as Asked)))
})

server.listen(socket, () => console.log(socket))
process.once('exit', () => rmSync(dirname(socket), { recursive: true, force: true }))
process.stdin.resume().once('end', () => process.exit(0))
