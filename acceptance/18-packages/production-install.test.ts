import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { repositoryRoot } from '../installation/start-installation.ts'

const maxMegabytes = 350
const work = mkdtempSync(join(tmpdir(), 'nani-production-'))
const project = join(work, 'project')
let server: ChildProcess | undefined

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  rmSync(work, { recursive: true, force: true })
})

const environment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH?.split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':'),
  HOME: process.env.HOME,
  npm_config_userconfig: process.env.npm_config_userconfig,
  ...extra,
})

/** Bytes on disk below a folder; a file with several names counts once. */
const diskBytes = (folder: string, seen = new Set<number>()): number => {
  let bytes = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = lstatSync(path)
    if (found.isDirectory()) bytes += diskBytes(path, seen)
    else if (!seen.has(found.ino)) bytes += found.blocks * 512
    seen.add(found.ino)
  }
  return bytes
}

const ready = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('\nNani is ready')) resolve(output)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
  })

test('npm ci --omit=dev brings all that npm start needs, in less than 350 MB', async () => {
  const left = new Set(['node_modules', '.git', '.nani', 'dist'])
  cpSync(repositoryRoot, project, { recursive: true, filter: (path) => !left.has(basename(path)) })
  await promisify(execFile)('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: project,
    env: environment(),
    timeout: 200_000,
  })
  expect(diskBytes(join(project, 'node_modules')) / 1024 / 1024).toBeLessThan(maxMegabytes)

  server = spawn('npm', ['start'], {
    cwd: project,
    env: environment({
      NANI_DATA_DIR: join(work, 'data'),
      NANI_SANDBOX_PORT: '0',
      NANI_PRODUCTION_PORT: '0',
      NANI_CITIZEN_PORT: '0',
      NANI_CONSOLE_PORT: '0',
      NANI_DESK_PORT: '0',
    }),
  })
  const sandbox = /^Sandbox\s+(\S+)$/m.exec(await ready(server))?.[1]
  expect((await fetch(`${sandbox}/health`)).status).toBe(200)
})
