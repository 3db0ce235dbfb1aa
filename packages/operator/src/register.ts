import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { printJson, type Terminal } from '@nani/cli'
import { identifierTypes, normalizeIdentifier } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { subjectKeyOf } from '@nani/server/app/audit/index.ts'
import { createEndAccess } from '@nani/server/citizens/citizen-devices/index.ts'
import {
  type Citizen,
  createPostgresRegister,
  summarizeRegister,
  type WriteView,
} from '@nani/server/register/register/index.ts'
import { importRegister } from '@nani/server/register/register-import/index.ts'
import {
  generatedOutcomes,
  generatePopulation,
  generateRegister,
  type PopulationProgress,
} from '@nani/server/register/synthetic-data/index.ts'
import type { OperatorOptions } from './applications.ts'
import { type Installation, withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'
import { progressOf } from './progress.ts'
import { generatedText, personText, type RegisterAnswer, summaryText } from './register-text.ts'
import { type ImportFileOptions, reportImport, runImport, timed } from './run-import.ts'

export type ImportCommandOptions = ImportFileOptions & {
  kind: 'citizens' | 'businesses'
  environment?: WriteView
}
export type GenerateOptions = OperatorOptions & {
  environment: WriteView
  count: number
  seed: string
  outcomes?: string
}

/** Real people stay out of the sandbox; on the embedded database of a trial one wants to see them there. */
const importView = (options: ImportCommandOptions, { config }: Installation): WriteView =>
  options.environment ?? (config.databaseUrl ? 'production' : 'both')

/** `nani register import FILE`. */
export const importFile = async (
  path: string,
  options: ImportCommandOptions,
  terminal: Terminal,
): Promise<void> => {
  const { answer, seconds } = await runImport({ path, options }, terminal, async (files, installation) => {
    const view = importView(options, installation)
    const report = await importRegister(
      operatorOf(options, terminal),
      { kind: options.kind, view, ...files },
      { clock: installation.clock, endAccessBy: endAccessOf(installation), ...registerOf(installation) },
    )
    return { report, view }
  })
  reportImport({ ...answer, kind: options.kind, seconds }, options, terminal)
}

/** `nani register generate --count N --seed S`. */
export const generate = async (options: GenerateOptions, terminal: Terminal): Promise<void> => {
  const { count, seed, environment: view } = options
  const progress = progressOf(terminal, 'Generating', options.json === true)
  const onProgress = ({ done, written }: PopulationProgress) =>
    progress.update(done, count, `${written} written`)
  const { answer, seconds } = await withInstallation(terminal, (installation) =>
    timed(installation, () =>
      generateRegister(
        operatorOf(options, terminal),
        { count, seed, view, onProgress, nowMs: installation.clock.now() },
        { clock: installation.clock, ...registerOf(installation) },
      ),
    ),
  ).finally(progress.stop)
  if (options.outcomes !== undefined) await writeOutcomes(resolve(terminal.cwd, options.outcomes), options)
  const { written, refused } = answer
  const examples: string[] = []
  for await (const citizen of generatePopulation({ count: Math.min(count, 3), seed }))
    examples.push(citizen.svc_id)
  const report = { count, seed, environment: view, written, refused, seconds, examples }
  if (options.json) printJson(terminal, report)
  else terminal.out(generatedText(report))
}

/** Only the owner of the file may read it, like every file that names people. */
const writeOutcomes = (
  path: string,
  { count, seed }: Pick<GenerateOptions, 'count' | 'seed'>,
): Promise<void> =>
  pipeline(
    function* () {
      for (const row of generatedOutcomes({ count, seed })) yield `${row.join(',')}\n`
    },
    createWriteStream(path, { mode: 0o600 }),
  )

/** `nani register show [IDENTIFIER]`: how many there are, or one citizen as the sandbox and production see them. */
export const show = async (
  value: string | undefined,
  options: OperatorOptions & { type: string },
  terminal: Terminal,
): Promise<void> => {
  if (value === undefined) return showSummary(options, terminal)
  const type = identifierTypes.find((known) => known === options.type)
  const identifier = type && normalizeIdentifier({ type, value })
  if (!identifier)
    throw new Refusal('value_invalid', `${value} is not an identifier of the type ${options.type}.`)
  const found = await withInstallation(terminal, async (installation): Promise<RegisterAnswer> => {
    const register = createPostgresRegister(registerOf(installation))
    const sandbox = await register.findCitizen(identifier, 'sandbox')
    const production = await register.findCitizen(identifier, 'production')
    const citizen: Citizen | null = sandbox ?? production
    return { citizen, sandbox: sandbox !== null, production: production !== null }
  })
  if (!found.citizen)
    throw new Refusal(
      'citizen_not_found',
      `The register has no citizen with ${identifier.type} ${identifier.value}.`,
    )
  if (options.json) printJson(terminal, found)
  else terminal.out(personText(found, found.citizen))
}

const showSummary = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const summary = await withInstallation(terminal, ({ pool }) => summarizeRegister(pool))
  if (options.json) printJson(terminal, summary)
  else terminal.out(summaryText(summary))
}

/** Who loses the account loses the app, in the same transaction. */
const endAccessOf =
  ({ pool, rootKey, clock }: Installation) =>
  (actor: Actor) =>
    createEndAccess({ pool, subjectKey: subjectKeyOf(rootKey), clock, actor })

const registerOf = (installation: Installation) => ({
  pool: installation.pool,
  vault: installation.vaultFor('files'),
})
