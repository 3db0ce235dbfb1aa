import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '@nani/foundation/core/index.ts'
import { subjectKeyOf } from '@nani/server/app/audit/index.ts'
import { createEndAccess } from '@nani/server/citizens/citizen-devices/index.ts'
import { outboxOf } from '@nani/server/desk/enrolment/index.ts'
import type { WriteView } from '@nani/server/register/register/index.ts'
import { importCreditRecordsFile, importRegister } from '@nani/server/register/register-import/index.ts'
import {
  generatedOutcomes,
  generatePopulation,
  generateRegister,
  type PopulationProgress,
} from '@nani/server/register/synthetic-data/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { progressOf } from '../command-line/progress.ts'
import type { Installation } from '../installation/installation.ts'
import type { GeneratedReport } from './register-text.ts'
import { type FinishedImport, runImport, timed } from './run-import.ts'

type ImportGiven = { kind: 'citizens' | 'businesses'; environment?: WriteView }

/** `nani register import FILE`. */
export const importFile = async (call: OpenCall): Promise<FinishedImport> => {
  const { actor, installation } = call
  const { kind, environment } = call.given as ImportGiven
  // Real people stay out of the sandbox; on the embedded database of a trial one wants to see them there.
  const view = environment ?? (installation.config.databaseUrl ? 'production' : 'both')
  const needs = { ...registerOf(installation), endAccessBy: endAccessOf(installation).endAccessBy }
  const { answer, seconds } = await runImport(call, (files) =>
    importRegister(actor, { kind, view, ...files }, needs),
  )
  return { report: answer, kind, seconds, view }
}

/** `nani credit-records import FILE`. */
export const importRecords = async (call: OpenCall): Promise<FinishedImport> => {
  const { answer, seconds } = await runImport(call, (files) =>
    importCreditRecordsFile(call.actor, files, registerOf(call.installation)),
  )
  return { report: answer, kind: 'credit records', seconds, view: null }
}

type GenerateGiven = {
  environment: WriteView
  count: number
  seed: string
  outcomes?: string
  json?: boolean
}

/** `nani register generate --count N --seed S`. */
export const generate = async (call: OpenCall): Promise<GeneratedReport & { seed: string }> => {
  const { actor, installation, terminal } = call
  const { count, seed, environment: view, outcomes, json } = call.given as GenerateGiven
  const progress = progressOf(terminal, 'Generating', json === true)
  call.finally(progress.stop)
  const onProgress = ({ done, written }: PopulationProgress) =>
    progress.update(done, count, `${written} written`)
  const { answer, seconds } = await timed(installation, () =>
    generateRegister(
      actor,
      { count, seed, view, onProgress, nowMs: installation.clock.now() },
      registerOf(installation),
    ),
  )
  if (outcomes !== undefined) await writeOutcomes(resolve(terminal.cwd, outcomes), { count, seed })
  const { written, refused } = answer
  const examples: string[] = []
  for await (const citizen of generatePopulation({ count: Math.min(count, 3), seed }))
    examples.push(citizen.svc_id)
  return { count, seed, environment: view, written, refused, seconds, examples }
}

/** Only the owner of the file may read it, like every file that names people. */
const writeOutcomes = (path: string, of: Pick<GenerateGiven, 'count' | 'seed'>): Promise<void> =>
  pipeline(
    function* () {
      for (const row of generatedOutcomes(of)) yield `${row.join(',')}\n`
    },
    createWriteStream(path, { mode: 0o600 }),
  )

/** Who loses the account loses the app. */
export const endAccessOf = (
  installation: Pick<Installation, 'pool' | 'registerPool' | 'clock' | 'log' | 'rootKey'>,
) => {
  const registerOutbox = outboxOf(installation)
  const subjectKey = subjectKeyOf(installation.rootKey)
  const endAccessBy = (actor: Actor) => createEndAccess({ cause: registerOutbox.cause, subjectKey, actor })
  return { registerOutbox, endAccessBy }
}

const registerOf = ({ pool, registerPool, clock, vaultFor }: Installation) => ({
  ...{ pool, registerPool, clock, vault: vaultFor('files') },
})
