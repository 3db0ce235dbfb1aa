import type { Environment } from '@nani/contract'
import { cosine, openFaceEngine, readManifests, type Template } from '@nani/engines/face-engine/index.ts'
import type { FaceSearch } from '@nani/engines/face-search/index.ts'
import { chooseFaceSearch } from '@nani/engines/face-search/index.ts'
import { errorLine, retryUntilDone } from '@nani/foundation/core/index.ts'
import { systemLookup } from '@nani/foundation/outbound/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey, listenTo } from '@nani/foundation/storage/index.ts'
import { subjectKeyOf } from '../../app/audit/index.ts'
import type { Register } from '../../register/register/index.ts'
import { sandboxFaces } from '../../register/synthetic-data/index.ts'
import { requireAcceptedModels } from './accepted-models.ts'
import { followCalibration } from './calibrations/follow-calibration.ts'
import { enrolSelfies } from './enrolment/enrol-selfies.ts'
import { createTemplateSource } from './enrolment/template-source.ts'
import { createTemplateReads, facesChannel } from './enrolment/template-store.ts'
import { createFetchImage } from './fetch-image.ts'
import { openReason } from './reasons.ts'
import type { FaceDependencies } from './service.ts'
import type { FaceSettings } from './settings.ts'
import type { FaceSources } from './sources.ts'

export type OpenFaces = Omit<FaceDependencies, 'register'> & {
  isReady(): boolean
  /** Photographs that wait for a worker. */
  waiting(): number
  stop(): Promise<void>
}

/** The keys that encrypt templates and reasons, that mark repeated reasons, and of pseudonyms in the audit log. */
export const faceSecrets = ({ rootKey, vaultFor }: Pick<Platform, 'rootKey' | 'vaultFor'>) => ({
  vault: vaultFor('faces'),
  reasons: { vault: vaultFor('face-reasons'), markKey: deriveKey(rootKey, 'face-reason-marks') },
  subjectKey: subjectKeyOf(rootKey),
})

/** Opens the reason that a caller stated for a comparison. */
export const faceReasonOpener = (platform: Pick<Platform, 'rootKey' | 'vaultFor'>) => {
  const { reasons } = faceSecrets(platform)
  return (applicationId: string, entryId: string, sealed: Buffer): string =>
    openReason(reasons, applicationId, entryId, sealed)
}

const environments: readonly Environment[] = ['sandbox', 'production']
const retryMs = 5_000
/** Maximum number of waiting photographs for each worker: slightly more than a second of work. */
const waitingForEach = 32

/** The engine and the search of this process. All enrolled people are loaded before the first recognition. */
export const openFaces = async (
  config: FaceSettings,
  platform: Platform & { register: Pick<Register, 'readFile'>; isDemo(): Promise<boolean> },
): Promise<OpenFaces> => {
  const { pool, registerPool, clock, log, register } = platform
  const { vault, reasons } = faceSecrets(platform)
  const { faceModelsDir: modelsDir, faceWorkers: workers } = config
  const maxWaiting = waitingForEach * workers
  const engine = await openFaceEngine({ modelsDir, workers, maxWaiting })
  const closing: (() => Promise<void>)[] = [() => engine.close()]
  const stop = async () => {
    for (const close of closing.reverse()) await close()
  }
  try {
    await enrolSelfies(
      'sandbox',
      sandboxFaces,
      { pool: registerPool, clock, vault, engine, register, source: 'file' },
      {
        onRefused: ({ code }) => log(`faces: a photograph of the sandbox is not enrolled: ${code}`),
      },
    )
    const { dimensions = 0 } = (await readManifests(config.faceModelsDir)).recogniser.manifest
    const searches = new Map<Environment, FaceSearch>()
    for (const environment of environments) {
      const source = createTemplateSource(registerPool, vault, engine.modelId, environment)
      const search = await chooseFaceSearch(config, {
        ...{ environment, modelId: engine.modelId, dimensions, source, pool, workers },
      })
      closing.push(() => search.close())
      searches.set(environment, search)
    }
    for (const search of searches.values()) await search.catchUp()
    // Separate error handling, so that a failing search does not cause retries of the others.
    const onFailure = (error: unknown) => log(`faces: ${errorLine(error)}`, 'error')
    const following = [...searches.values()].map((search) =>
      retryUntilDone(search.catchUp, { retryMs, onFailure }),
    )
    closing.push(async () => {
      for (const one of following) one.stop()
    })
    const changes = await listenTo(platform.registerConnectionString, facesChannel, () => {
      for (const one of following) one.ask()
    })
    closing.push(() => changes.stop())
    const reads = createTemplateReads(registerPool, vault, engine.modelId)
    const calibration = await followCalibration({ pool, engine, log })
    closing.push(() => calibration.stop())
    return {
      pool,
      reasons,
      maxOfOneApplication: maxWaiting / 2,
      fetchImage: createFetchImage(systemLookup()),
      requireModels: await requireAcceptedModels(modelsDir, platform),
      sources: sourcesOf(engine, calibration.scale, { searches, reads }),
      isReady: engine.canServe,
      waiting: engine.waiting,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type EnrolmentReads = {
  searches: ReadonlyMap<Environment, FaceSearch>
  reads: ReturnType<typeof createTemplateReads>
}

const sourcesOf = (
  engine: FaceSources['engine'],
  scale: FaceSources['scale'],
  { searches, reads }: EnrolmentReads,
): FaceSources => ({
  engine,
  cosine,
  scale,
  templatesOf: reads.templatesOf,
  async nearestFaces(template, environment, photographs) {
    const found = await searches.get(environment)?.search(template, photographs)
    // The search has rounded and possibly outdated vectors. The database has the exact ones.
    const enrolled = await reads.byNumber((found ?? []).map(({ id }) => id))
    return bestOfEach(enrolled, template)
  },
})

const bestOfEach = (enrolled: readonly { svcId: string; template: Template }[], template: Template) =>
  [...Map.groupBy(enrolled, ({ svcId }) => svcId)]
    .map(([svcId, photographs]) => ({
      svcId,
      cosine: Math.max(...photographs.map((one) => cosine(template, one.template))),
    }))
    .sort((a, b) => b.cosine - a.cosine)
