import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { readManifests } from '@nani/engines/face-engine/index.ts'
import { liveOwner } from '@nani/foundation/embedded-postgres/index.ts'
import type { Config } from '@nani/server/app/app/settings.ts'
import type { Check, Finding } from './doctor-check.ts'

const lowDisk = 5 * 2 ** 30
const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

const ports: Check<Config> = {
  name: 'ports',
  async run({ host, sandboxPort, productionPort, citizenPort, metricsPort, dataDir }) {
    const wanted = [sandboxPort, productionPort, citizenPort, metricsPort ?? 0].filter((port) => port !== 0)
    const taken: number[] = []
    for (const port of wanted) if (!(await isFree(host, port))) taken.push(port)
    if (taken.length === 0) return { state: 'ok', message: `${wanted.join(', ')} on ${host} are free` }
    const runs = (await liveOwner(dataDir))?.held_for === 'server'
    return runs
      ? { state: 'ok', message: 'a process of this installation runs' }
      : {
          state: 'attention',
          message: `a program listens on ${taken.join(', ')} of ${host}`,
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
  async run({ dataDir }) {
    const { bavail, bsize } = await statfs(await existing(dataDir))
    const free = bavail * bsize
    return {
      state: free < lowDisk ? 'attention' : 'ok',
      message: `${gigabytes(free)} are free for ${dataDir}`,
      next: 'Add disk space. A call needs about 2.4 KB in the database.',
    }
  },
}

const dayMs = 86_400_000

const certificates: Check<Config> = {
  name: 'certificate of the app',
  async run({ citizenCertificateFile }): Promise<Finding> {
    if (citizenCertificateFile === null) return { state: 'ok', message: 'no file is set' }
    const { validTo } = new X509Certificate(await readFile(citizenCertificateFile))
    const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs)
    if (days < 0)
      return { state: 'failed', message: `it ended at ${validTo}`, next: 'Renew the certificate.' }
    return {
      state: days < 30 ? 'attention' : 'ok',
      message: `${days} days are left`,
      next: 'Renew the certificate.',
    }
  },
}

const faceModels: Check<Config> = {
  name: 'face models',
  async run({ faceWorkers, faceModelsDir, faceModelsAccepted, databaseUrl }): Promise<Finding> {
    if (faceWorkers === 0) return { state: 'ok', message: 'Face Recognition is not offered' }
    const files = Object.values(await readManifests(faceModelsDir))
    const builtIn = files.filter(({ isBuiltIn }) => isBuiltIn).map(({ manifest }) => manifest.role)
    if (builtIn.length === 0) return { state: 'ok', message: `those of ${faceModelsDir}` }
    const isTrial = databaseUrl === null
    return {
      state: faceModelsAccepted || isTrial ? 'ok' : 'attention',
      message: `the training data is unknown of the built-in ones: ${builtIn.join(', ')}`,
      next: 'Name others in NANI_FACE_MODELS, or start the server with NANI_FACE_MODELS_ACCEPTED=true.',
    }
  },
}

/** What can be checked without the database. */
export const checksOfMachine: readonly Check<Config>[] = [ports, disk, certificates, faceModels]
