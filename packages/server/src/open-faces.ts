import type { Environment } from '@nani/contract'
import { type Config, errorLine } from './core/index.ts'
import { cosine, type FaceSearch, openFaceEngine, readManifests, type Template } from './face/index.ts'
import type { Foundation } from './foundation.ts'
import { checkFaceSearch, chooseFaceSearch } from './open-face-search.ts'
import { systemLookup } from './outbound/index.ts'
import { type Register, sandboxFaces } from './register/index.ts'
import { retryUntilDone } from './retry-until-done.ts'
import {
  createFetchImage,
  createTemplateReads,
  createTemplateSource,
  enrolSelfies,
  type FaceDependencies,
  type FaceSources,
  facesChannel,
} from './services/face/index.ts'
import { deriveKey, listenTo } from './storage/index.ts'

export type OpenFaces = Omit<FaceDependencies, 'register'> & { stop(): Promise<void> }

/** What seals templates and reasons, and what marks reasons that repeat. */
export const faceSecrets = ({ rootKey, vaultFor }: Pick<Foundation, 'rootKey' | 'vaultFor'>) => ({
  vault: vaultFor('faces'),
  reasons: { vault: vaultFor('face-reasons'), markKey: deriveKey(rootKey, 'face-reason-marks') },
})

const environments: readonly Environment[] = ['sandbox', 'production']
const retryMs = 5_000
/** Photographs that may wait for each worker: a little more than a second of work. */
const waitingForEach = 32

/** The engine and the search of this process, with everybody enrolled before anybody is recognised. */
export const openFaces = async (
  config: Config,
  foundation: Foundation,
  register: Pick<Register, 'readFile'>,
  log: (line: string) => void,
): Promise<OpenFaces> => {
  checkFaceSearch(config)
  const { pool, clock, connectionString } = foundation
  const { vault, reasons } = faceSecrets(foundation)
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
      { pool, clock, vault, engine, register },
      {
        onRefused: ({ svcId, code }) => log(`faces: the photograph of ${svcId} is not enrolled: ${code}`),
      },
    )
    const { dimensions = 0 } = (await readManifests(config.faceModelsDir)).recogniser.manifest
    const searches = new Map<Environment, FaceSearch>()
    for (const environment of environments) {
      const source = createTemplateSource(pool, vault, engine.modelId, environment)
      const search = await chooseFaceSearch(config, {
        ...{ environment, modelId: engine.modelId, dimensions, source, pool },
        graphVault: foundation.vaultFor('face-graph'),
        onFailure: (error) => log(`faces: ${errorLine(error)}`),
      })
      closing.push(() => search.close())
      searches.set(environment, search)
    }
    for (const search of searches.values()) await search.catchUp()
    // What takes minutes to build is kept for the next start as soon as it is built; a stop does not wait for it.
    for (const search of searches.values()) search.save().catch((error) => log(`faces: ${errorLine(error)}`))
    // Each for itself: a search that fails must not have the others tried again with it.
    const onFailure = (error: unknown) => log(`faces: ${errorLine(error)}`)
    const following = [...searches.values()].map((search) =>
      retryUntilDone(search.catchUp, { retryMs, onFailure }),
    )
    closing.push(async () => {
      for (const one of following) one.stop()
    })
    const changes = await listenTo(connectionString, facesChannel, () => {
      for (const one of following) one.ask()
    })
    closing.push(() => changes.stop())
    const reads = createTemplateReads(pool, vault, engine.modelId)
    return {
      pool,
      reasons,
      mostOfOneApplication: maxWaiting / 2,
      fetchImage: createFetchImage(systemLookup()),
      sources: sourcesOf(engine, searches, reads),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const sourcesOf = (
  engine: Awaited<ReturnType<typeof openFaceEngine>>,
  searches: ReadonlyMap<Environment, FaceSearch>,
  reads: ReturnType<typeof createTemplateReads>,
): FaceSources => ({
  engine,
  templatesOf: reads.templatesOf,
  async mostAlike(template, environment, photographs) {
    const found = await searches.get(environment)?.search(template, photographs)
    // What the search keeps is rounded, and may be a moment old: the database has the numbers that count.
    const enrolled = await reads.byNumber((found ?? []).map(({ id }) => id))
    return bestOfEach(enrolled, template, engine)
  },
})

const bestOfEach = (
  enrolled: readonly { svcId: string; template: Template }[],
  template: Template,
  engine: Awaited<ReturnType<typeof openFaceEngine>>,
) =>
  [...Map.groupBy(enrolled, ({ svcId }) => svcId)]
    .map(([svcId, photographs]) => ({
      svcId,
      cosine: Math.max(...photographs.map((one) => cosine(template, one.template))),
      similarity: Math.max(...photographs.map((one) => engine.similarity(template, one.template))),
    }))
    .sort((a, b) => b.cosine - a.cosine)
