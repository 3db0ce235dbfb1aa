import { type IdSource, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import {
  type ActNeeds,
  actsWithNeeds,
  askAll,
  type Databases,
  fileWithinMs,
  unreadIn,
} from '../../../gateway/acts/index.ts'
import {
  addPreview,
  compareWithCurrent,
  failPreview,
  findList,
  finishPreview,
  importList,
  isListRefusal,
  type ListPreview,
  lockPreview,
  noPreview,
  onOwnConnection,
  previewedFiles,
  readPreview,
  renewPreview,
  type StagedChanges,
  saveEntries,
  saveProgress,
  setImported,
  setStopped,
} from '../../../risk/lists/index.ts'
import { readNumbers } from '../monitor-rows.ts'
import { type AlertCountNeeds, countAlerts } from './count-alerts.ts'

export type ListPreviewNeeds = ActNeeds &
  AlertCountNeeds & { newId: IdSource; onError(error: unknown): void; databases: Databases }

const { act, reading } = actsWithNeeds<ListPreviewNeeds>()
const closed = { additionalProperties: false }
const managers = { operator: ['list_manager', 'supervisor'] } as const
/** Larger lists are imported by operators of the installation, from files on its disk. */
const maxBodyBytes = 64 * 1024 * 1024
/** A preview without a sign of its process for a minute has ended. */
const renewalMs = 10_000
const previewId = Type.String({ minLength: 1, maxLength: 60 })
const integerOrNull = Type.Union([Type.Integer(), Type.Null()])

const previewSchema = Type.Object({
  object: Type.Literal('list_preview'),
  id: Type.String(),
  list: Type.String(),
  status: Type.Enum(['running', 'ready', 'failed', 'stopped', 'imported']),
  requested_by: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  /** Monitored subjects that were compared. `subjects` is null until the files were read. */
  progress: Type.Object({ screened: Type.Integer(), subjects: integerOrNull }),
  /** Null until the preview is ready. */
  changes: Type.Union([
    Type.Object({
      ...{ added: Type.Integer(), removed: Type.Integer(), changed: Type.Integer(), entries: Type.Integer() },
      /** Monitored subjects that would alert. */
      alerts: Type.Array(Type.Object({ application_id: Type.String(), subjects: Type.Integer() })),
      /** Databases that did not answer: their subjects are not among the alerts. */
      unread: Type.Optional(Type.Array(Type.String())),
    }),
    Type.Null(),
  ]),
  failure: Type.Union([Type.String(), Type.Null()]),
})

const previewObject = (row: ListPreview): Static<typeof previewSchema> => ({
  object: 'list_preview',
  ...{ id: row.preview_id, list: row.list_id, requested_by: row.requested_by },
  status: row.stopped_by === null ? row.status : 'stopped',
  created_at: rfc3339(row.created_at.getTime()),
  progress: { screened: row.screened, subjects: row.subjects },
  ...{ changes: row.result, failure: row.failure },
})

/** Begins to compare files with a list. One preview runs at a time. */
export const previewList = act({
  name: 'lists.preview',
  sentence: { en: 'Previews the import of a screening list', fr: 'Prévisualise l’import d’une liste' },
  actors: managers,
  routes: { operator: 'POST /lists/{id}/previews' },
  answers: 202,
  maxBodyBytes,
  input: Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: 64 }),
      files: Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
            /** In base64. */
            data: Type.String({ minLength: 4, maxLength: maxBodyBytes, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
          },
          closed,
        ),
        { minItems: 1, maxItems: 10 },
      ),
    },
    closed,
  ),
  output: previewSchema,
  refusals: ['object_not_found', 'state_conflict'],
  async perform({ client, actor, input, nowMs, needs }) {
    const list = findList(input.id)
    if (!list) throw new Refusal('object_not_found', 'There is no such list.')
    const id = needs.newId('lpv')
    const files = input.files.map(({ name, data }) => ({ name, content: Buffer.from(data, 'base64') }))
    const by = actor.kind === 'operator' ? actor.name : ''
    const running = await addPreview(client, { previewId: id, list: list.id, by, files, nowMs })
    if (running !== null)
      throw new Refusal('state_conflict', 'Another preview is in progress. Repeat when it has ended.', {
        // A client that did not receive the answer to its request finds its preview.
        context: { preview_id: running },
      })
    const preview = (await readPreview(client, id, nowMs)) as ListPreview
    return {
      result: previewObject(preview),
      entry: { subject: list.id, after: { preview: id, files: files.map(({ name }) => name) } },
      afterCommit: () => void makePreview(preview, needs),
    }
  },
})

/** The preview ended while it was made, so that nothing remains to do. */
class Ended extends Error {}

/** Monitored subjects are where their applications are. `databases`: those that answered. */
const countSubjects = async (all: Databases) => {
  const { answers, unread } = await askAll(
    all(),
    async (pool) => {
      let subjects = 0
      for await (const numbers of readNumbers(pool)) subjects += numbers.length
      return { pool, subjects }
    },
    fileWithinMs,
  )
  return {
    subjects: answers.reduce((sum, { answer }) => sum + answer.subjects, 0),
    databases: answers.map(({ name, answer: { pool } }) => ({ name, pool })),
    unread,
  }
}

/** It runs in the process of the request. It reports its progress with each page of monitors, and its process every 10 s. */
const makePreview = async ({ preview_id: id, list_id: list }: ListPreview, needs: ListPreviewNeeds) => {
  const { pool, clock, onError } = needs
  const renew = () => void renewPreview(pool, id, clock.now()).catch(onError)
  const timer = setInterval(renew, renewalMs).unref()
  try {
    const { subjects, databases, unread } = await countSubjects(needs.databases)
    const files = await previewedFiles(pool, id)
    const onProgress = async (screened: number) => {
      if (!(await saveProgress(pool, id, { screened, subjects, nowMs: clock.now() }))) throw new Ended()
    }
    const keep = async (entries: Parameters<typeof saveEntries>[2]) => {
      if (!(await saveEntries(pool, id, entries))) throw new Ended()
      await onProgress(0)
    }
    const work = async (changes: StagedChanges) => {
      const counted = await countAlerts({ list, changes }, databases, needs, onProgress)
      const { added, removed, changed, entries } = changes.counts
      const counts = [...counted.alerts].map(([application_id, count]) => ({
        application_id,
        subjects: count,
      }))
      const largestFirst = counts.toSorted((a, b) => b.subjects - a.subjects)
      return {
        baseVersion: changes.baseVersion,
        result: {
          ...{ added, removed, changed, entries, alerts: largestFirst },
          ...unreadIn([...unread, ...counted.unread]),
        },
      }
    }
    const made = await compareWithCurrent(pool, { list, files }, { keep, work })
    await finishPreview(pool, id, made)
  } catch (error) {
    if (error instanceof Ended) return
    // The message of an unexpected error can quote an entry.
    const failure = isListRefusal(error) ? error.message : 'The preview failed. Try again.'
    if (!isListRefusal(error)) onError(error)
    await failPreview(pool, id, failure).catch(onError)
  } finally {
    clearInterval(timer)
  }
}

export const readListPreview = reading({
  name: 'lists.read_preview',
  sentence: { en: 'Reads the preview of an import', fr: 'Lit la prévisualisation d’un import' },
  actors: { operator: ['list_manager', 'supervisor', 'auditor'] },
  routes: { operator: 'GET /lists/previews/{preview_id}' },
  input: Type.Object({ preview_id: previewId }, closed),
  output: previewSchema,
  refusals: ['object_not_found'],
  async read({ pool, input, nowMs }) {
    const preview = await readPreview(pool, input.preview_id, nowMs)
    if (!preview) throw noPreview()
    return previewObject(preview)
  },
})

/** Imports the files of a preview, if the list is still the one that they were compared with. */
export const importPreview = act({
  name: 'lists.import_preview',
  sentence: { en: 'Imports the files of a preview', fr: 'Importe les fichiers d’une prévisualisation' },
  actors: managers,
  routes: { operator: 'POST /lists/previews/{preview_id}/import' },
  input: Type.Object(
    {
      preview_id: previewId,
      /** Accept the removal of more than a tenth of the entries. */
      accept_drop: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  output: previewSchema,
  refusals: ['object_not_found', 'state_conflict', ...importList.declaration.refusals],
  transaction: onOwnConnection,
  async perform({ client, actor, input, nowMs, needs }) {
    const preview = await lockPreview(client, input.preview_id, nowMs)
    if (!preview) throw noPreview()
    if (preview.status !== 'ready')
      throw new Refusal('state_conflict', 'Only a preview that is ready can be imported, and only once.')
    const files = await previewedFiles(client, preview.preview_id)
    const request = {
      ...{ list: preview.list_id, audience: 'everyone' as const, files, format: null, etag: null },
      ...{ acceptDrop: input.accept_drop === true, sourceDate: null, expectedVersion: preview.base_version },
      source: files.map(({ name }) => name).join(' '),
    }
    const { result: report } = await importList.within(client, actor, request, needs)
    await setImported(client, preview.preview_id)
    return {
      result: previewObject({ ...preview, status: 'imported' }),
      entry: {
        subject: preview.list_id,
        after: { preview: preview.preview_id, version: report.version.label },
      },
    }
  },
})

/** Ends a preview without an import. Its files are deleted, and a comparison that runs ends with its next page. */
export const stopPreview = act({
  name: 'lists.stop_preview',
  sentence: { en: 'Stops a preview without an import', fr: 'Arrête une prévisualisation sans import' },
  actors: managers,
  routes: { operator: 'POST /lists/previews/{preview_id}/stop' },
  input: Type.Object({ preview_id: previewId }, closed),
  output: previewSchema,
  refusals: ['object_not_found', 'state_conflict'],
  async perform({ client, actor, input, nowMs }) {
    const preview = await lockPreview(client, input.preview_id, nowMs)
    if (!preview) throw noPreview()
    if (preview.status !== 'running' && preview.status !== 'ready')
      throw new Refusal('state_conflict', 'Only a preview that runs or is ready can be stopped.')
    const { preview_id: id, list_id: subject, result } = preview
    await setStopped(client, id, actor.kind === 'operator' ? actor.name : '')
    return {
      result: previewObject((await readPreview(client, id, nowMs)) as ListPreview),
      entry: { subject, after: { preview: id, alerts: alertsOf(result) } },
    }
  },
})

/** The subjects that would have alerted, for the log; null: they were not counted yet. */
const alertsOf = (result: ListPreview['result']): number | null =>
  result?.alerts.reduce((sum, { subjects }) => sum + subjects, 0) ?? null

/** The acts and readings of previews of lists. */
export const listPreviewActs = [previewList, readListPreview, importPreview, stopPreview] as const
