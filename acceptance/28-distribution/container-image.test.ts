import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  repositoryRoot,
  startInstallation,
} from '../installation/start-installation.ts'

/*
 * The image is built from the Dockerfile without a daemon, and started as user 10001 on a PostgreSQL with both roles.
 * It takes minutes and needs root, the tools below and the packages of Debian: `npm run test:image`. Where it cannot
 * run, it is skipped, with the reason.
 */

const imageUser = 10001
const largestBytes = 350_000_000
const tools = ['buildah', 'debootstrap']

const whyNotHere = (): string | null => {
  if (process.env.NANI_TEST_IMAGE !== '1') return 'npm run test:image runs it'
  if (process.getuid?.() !== 0) return 'only root can build a base image'
  const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined)
  return missing.length > 0 ? `install ${missing.join(' and ')}` : null
}
const reason = whyNotHere()
if (reason && process.env.NANI_TEST_IMAGE === '1') console.warn(`The image is not tested: ${reason}.`)

let folder: string
let database: Installation

const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...storage(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const storage = () => [
  ...['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'],
]

const buildImage = (): void => {
  const base = join(folder, 'base')
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', base], { stdio: 'ignore' })
  const container = buildah('from', 'scratch').trim()
  buildah('copy', container, base, '/')
  buildah('commit', container, 'nani-base')
  rmSync(base, { recursive: true, force: true })
  const context = join(folder, 'context')
  execFileSync('npm', ['run', 'image:context', '--', context], { cwd: repositoryRoot, stdio: 'ignore' })
  // The format of Docker keeps the health check. The isolation `chroot` permits the network of the host only.
  buildah(
    ...['build', '--isolation', 'chroot', '--network', 'host', '--format', 'docker'],
    ...[
      '--build-arg',
      'BASE=localhost/nani-base',
      '-f',
      join(repositoryRoot, 'Dockerfile'),
      '-t',
      'nani',
      context,
    ],
  )
  rmSync(context, { recursive: true, force: true })
}

/** Folders and files below the root of the container, files with their size and time. `/data` and `/tmp` may change. */
const contentOf = (root: string): Map<string, string> => {
  const content = new Map<string, string>()
  const visit = (path: string): void => {
    for (const name of readdirSync(join(root, path))) {
      const entry = `${path}/${name}`
      // The runtime makes these, in every container.
      if (/^\/(?:data|tmp|proc|sys|dev|run|etc\/(?:hosts|resolv\.conf))$/.test(entry)) continue
      const { mtimeMs, size, mode } = lstatSync(join(root, entry))
      if ((mode & 0o170000) === 0o040000) {
        content.set(entry, 'a folder')
        visit(entry)
      } else content.set(entry, `${size} ${mtimeMs}`)
    }
  }
  visit('')
  return content
}

/** Settings of a process in the container, on the PostgreSQL of another installation. */
const settings = (): Record<string, string> => {
  const { url, owner_url } = JSON.parse(readFileSync(join(database.dataDir, 'database.json'), 'utf8'))
  return {
    DATABASE_URL: url,
    NANI_OWNER_DATABASE_URL: owner_url,
    NANI_MASTER_KEY: readFileSync(join(database.dataDir, 'master-key'), 'utf8').trim(),
    ...{ NANI_SANDBOX_PORT: '0', NANI_PRODUCTION_PORT: '0', NANI_CITIZEN_PORT: '0' },
    ...{ NANI_CONSOLE_PORT: '0', NANI_DESK_PORT: '0' },
    NANI_DEMO: 'production',
    NANI_FACE_WORKERS: '0',
  }
}

const runIn = (container: string, command: string[]): string[] => {
  const { DATABASE_URL = '' } = settings()
  const socket = new URL(DATABASE_URL).searchParams.get('host')
  return [
    ...[...storage(), 'run', '--isolation', 'chroot', '--network', 'host'],
    ...(socket ? ['--volume', `${socket}:${socket}`] : []),
    ...Object.entries(settings()).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[container, '--', ...command],
  ]
}

const processesOf = (user: number): string[] =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && lstatSync(`/proc/${id}`).uid === user
    } catch {
      return false
    }
  })

describe.skipIf(reason !== null)('container image', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nani-image-'))
    const dataDir = newDataDir()
    buildImage()
    database = await startInstallation(dataDir)
    // The embedded database is for its own account. Here another account must reach its socket.
    const socket = new URL(settings().DATABASE_URL ?? '').searchParams.get('host')
    if (!socket) throw new Error('the embedded database has no socket')
    for (const path of [dataDir, socket]) chmodSync(path, 0o755)
    chmodSync(join(socket, '.s.PGSQL.5432'), 0o777)
  }, 900_000)

  afterAll(async () => {
    if (database) await removeInstallation(database.dataDir, database)
    rmSync(folder, { recursive: true, force: true })
  })

  test('the image has less than 350 MB', () => {
    const container = buildah('from', 'nani').trim()
    const root = buildah('mount', container).trim()
    const bytes = Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0])
    console.log(`image: ${Math.round(bytes / 1e6)} MB`)
    expect(bytes).toBeLessThan(largestBytes)
  })

  test('the image has the notices, the licence of libvips, and the six used face models with theirs', () => {
    const container = buildah('from', 'nani').trim()
    const nani = join(buildah('mount', container).trim(), 'opt/nani')
    expect(readFileSync(join(nani, 'THIRD-PARTY-NOTICES.md'), 'utf8')).toContain('LGPL-3.0-or-later')
    const libvips = `node_modules/@img/sharp-libvips-${process.platform}-${process.arch}/README.md`
    expect(readFileSync(join(nani, libvips), 'utf8')).toContain('LGPL')
    const ofModels = readdirSync(join(nani, 'node_modules/faceplugin-face-recognition-js'), {
      recursive: true,
    })
    expect(ofModels.filter((path) => String(path).endsWith('.onnx'))).toHaveLength(6)
    expect(ofModels.filter((path) => !String(path).endsWith('.onnx')).toSorted()).toEqual([
      'LICENSE',
      'model',
      'package.json',
    ])
  })

  test('as user 10001 it serves on an own PostgreSQL, and writes only to /data and /tmp', async () => {
    const container = buildah('from', 'nani').trim()
    const root = buildah('mount', container).trim()
    const before = contentOf(root)
    const child = spawn('buildah', runIn(container, ['node', 'packages/server/src/main.ts']), {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString('utf8')
          if (output.split('\n').includes('Nani is ready')) resolve()
        })
      child.once('exit', () => reject(new Error(`it ended:\n${output}`)))
    })
    const address = /http:\/\/(?:127\.0\.0\.1|0\.0\.0\.0|localhost):(\d+)/.exec(output)
    const answers = await Promise.all(
      ['/livez', '/readyz', '/docs', '/guides/'].map((path) =>
        fetch(`http://127.0.0.1:${address?.[1]}${path}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await answers.at(-1)?.text()).not.toContain('The guides are not built')
    const programs = processesOf(imageUser).map((id) => readlinkSync(`/proc/${id}/exe`))
    expect(programs.filter((path) => path.endsWith('/node/bin/node'))).not.toEqual([])
    const listed = execFileSync('buildah', runIn(container, ['nani', 'applications', 'list', '--json']), {
      encoding: 'utf8',
    })
    expect(JSON.parse(listed).length ?? JSON.parse(listed).data.length).toBeGreaterThan(0)
    const withoutPostgres = spawnSync(
      'buildah',
      runIn(container, ['nani', 'backup', 'rehearse', '/tmp/none']),
      {
        encoding: 'utf8',
      },
    )
    expect(withoutPostgres).toMatchObject({ status: 1, stderr: expect.stringContaining('nani restore FILE') })
    for (const id of processesOf(imageUser)) process.kill(Number(id), 'SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
    const after = contentOf(root)
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    )
    expect(changed).toEqual([])
  }, 240_000)
})
