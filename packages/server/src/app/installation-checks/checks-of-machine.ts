import { readFile, statfs } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { createServer, isIPv6 } from 'node:net'
import { dirname } from 'node:path'
import { readManifests, readModelFile } from '@nani/engines/face-engine/index.ts'
import { liveOwner } from '@nani/foundation/embedded-postgres/index.ts'
import type { Config } from '../app/settings.ts'
import { daysLeft, daysText, stateOfCertificate } from './certificate-days.ts'
import type { Check, Finding } from './check.ts'

const lowDisk = 5 * 2 ** 30
const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

type Place = { host: string; port: number }

const isFree = ({ host, port }: Place): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

/** The certificate of the production port is of an authority that only callers know. */
const options = { rejectUnauthorized: false, timeout: 1_000 }

/** Each answer of Nani has an id, except on the port of the metrics. */
const isOfNani = (id: unknown, text: string): boolean =>
  String(id).startsWith('req_') || text === '{"status":"ok"}'

const answersAsNani = (get: typeof httpGet, url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(0, 1_000)
      })
      response.on('end', () => resolve(isOfNani(response.headers['x-request-id'], text)))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
    request.on('close', () => resolve(false))
  })

const isNani = async ({ host, port }: Place): Promise<boolean> => {
  const place = `${isIPv6(host) ? `[${host}]` : host}:${port}/livez`
  const answers = await Promise.all([
    answersAsNani(httpGet, `http://${place}`),
    answersAsNani(httpsGet, `https://${place}`),
  ])
  return answers.includes(true)
}

/** Where a process with these settings listens. A port of 0 is chosen at the start. */
const placesOf = (config: Config): Place[] => {
  const { role, host, deskHost, sandboxPort, productionPort, citizenPort, consolePort } = config
  const ofCallers = [sandboxPort, productionPort, citizenPort, consolePort, config.logPort]
  const places =
    role === 'worker'
      ? []
      : [...ofCallers.map((port) => ({ host, port })), { host: deskHost, port: config.deskPort }]
  return [...places, { host, port: config.metricsPort }].filter(
    (place): place is Place => place.port !== null && place.port !== 0,
  )
}

const ports: Check<Config> = {
  name: 'ports',
  async run(config) {
    const places = placesOf(config)
    const taken: Place[] = []
    for (const place of places) if (!(await isFree(place))) taken.push(place)
    const numbers = taken.map(({ port }) => port).join(', ')
    if (taken.length === 0)
      return { state: 'ok', message: `free: ${places.map(({ port }) => port).join(', ') || 'none is used'}` }
    const runs = (await liveOwner(config.dataDir))?.held_for === 'server'
    if (runs) return { state: 'ok', message: 'a process of this installation runs' }
    // A process on the database of DATABASE_URL holds no data directory.
    return config.databaseUrl !== null && (await Promise.all(taken.map(isNani))).every(Boolean)
      ? {
          state: 'ok',
          message: `a process of Nani listens on ${numbers}; another installation needs other ports`,
        }
      : {
          state: 'attention',
          message: `a program listens on ${numbers}`,
          next: 'It is right if it is a process of this installation. If not, choose other ports.',
        }
  },
}

const existing = async (path: string): Promise<string> =>
  statfs(path).then(
    () => path,
    () => (dirname(path) === path ? path : existing(dirname(path))),
  )

const disk: Check<Config> = {
  name: 'disk',
  async run({ dataDir, archiveDir }) {
    const folders = [dataDir, ...(archiveDir.isGiven ? [archiveDir.folder] : [])]
    const found = await Promise.all(
      folders.map(async (folder) => {
        const { bavail, bsize } = await statfs(await existing(folder))
        return { folder, free: bavail * bsize }
      }),
    )
    return {
      state: found.some(({ free }) => free < lowDisk) ? 'attention' : 'ok',
      message: found.map(({ folder, free }) => `${gigabytes(free)} are free for ${folder}`).join('; '),
      next: 'Add disk space. A call needs about 2.4 KB in the database.',
    }
  },
}

const daysOfFile = (file: string): Promise<number | null> =>
  readFile(file)
    .then((pem) => daysLeft(pem, Date.now()))
    .catch(() => null)

/** The end of each certificate is shown. One that ended is a failure, and the last 30 days need attention. */
const certificates: Check<Config> = {
  name: 'certificates',
  async run({ citizenCertificateFile, consoleCertificateFile, deskCertificateFile }): Promise<Finding> {
    const files = { app: citizenCertificateFile, console: consoleCertificateFile, desk: deskCertificateFile }
    const found: { name: string; days: number | null }[] = []
    for (const [name, file] of Object.entries(files))
      if (file !== null) found.push({ name, days: await daysOfFile(file) })
    if (found.length === 0) return { state: 'ok', message: 'no file is set' }
    const texts = found.map(({ name, days }) => `${name}: ${days === null ? 'unreadable' : daysText(days)}`)
    return {
      state: stateOfCertificate(Math.min(...found.map(({ days }) => days ?? -1))),
      message: texts.join(', '),
      next: 'Replace the file of the certificate, and restart the processes one by one.',
    }
  },
}

const faceModelFiles: Check<Config> = {
  name: 'face model files',
  async run({ faceWorkers, faceModelsDir }): Promise<Finding> {
    if (faceWorkers === 0) return { state: 'ok', message: 'Face Recognition is not offered' }
    try {
      const files = Object.values(await readManifests(faceModelsDir))
      for (const { manifest, path } of files) await readModelFile([manifest], path)
      return { state: 'ok', message: 'each is the file of its manifest' }
    } catch (error) {
      // It names a folder, a file or a manifest.
      const next = 'Correct NANI_FACE_MODELS (docs/face-models.md), or run npm ci again.'
      return { state: 'failed', message: error instanceof Error ? error.message : 'unreadable', next }
    }
  },
}

/** The checks that need no database. */
export const checksOfMachine: readonly Check<Config>[] = [ports, disk, certificates, faceModelFiles]
