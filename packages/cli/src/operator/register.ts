import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { identifierTypes, normalizeIdentifier } from '@nani/contract'
import {
  type Citizen,
  createPostgresRegister,
  generatePopulation,
  ImportFileError,
  type ImportFormat,
  type ImportReport,
  importBusinesses,
  importCitizens,
  type PopulationProgress,
  summarizeRegister,
  type WriteView,
  writePopulation,
} from '@nani/server/register/index.ts'
import { Failure } from '../failure.ts'
import { printable, printJson, type Terminal } from '../terminal.ts'
import type { OperatorOptions } from './applications.ts'
import { type Installation, withInstallation } from './installation.ts'
import { progressOf } from './progress.ts'
import { type Found, generatedText, importText, personText, summaryText } from './register-text.ts'

export type ImportCommandOptions = OperatorOptions & {
  kind: 'citizens' | 'businesses'
  environment?: WriteView
  format?: ImportFormat
  rejected?: string
}
export type GenerateOptions = OperatorOptions & { environment: WriteView; count: number; seed: string }

/** Real people stay out of the sandbox; on the embedded database of a trial one wants to see them there. */
const importView = (options: ImportCommandOptions, { config }: Installation): WriteView =>
  options.environment ?? (config.databaseUrl ? 'production' : 'both')

const importers = { citizens: importCitizens, businesses: importBusinesses }

const formatOf = (file: string): ImportFormat => (/\.csv$/i.test(file) ? 'csv' : 'ndjson')

/** Seconds that `work` took, with its answer. */
const timed = async <Answer>(installation: Installation, work: () => Promise<Answer>) => {
  const startMs = installation.clock.now()
  const answer = await work()
  return { answer, seconds: (installation.clock.now() - startMs) / 1000 }
}

/** `nani register import FILE`. An interrupt stops it after the group under way; the same command goes on. */
export const importFile = async (
  path: string,
  options: ImportCommandOptions,
  terminal: Terminal,
): Promise<void> => {
  const file = resolve(terminal.cwd, path)
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`, '')
  const stop = new AbortController()
  const release = terminal.onInterrupt(() => stop.abort())
  const progress = progressOf(terminal, 'Importing', options.json === true)
  try {
    const { answer, seconds, view } = await withInstallation(terminal, async (installation) => {
      const view = importView(options, installation)
      const outcome = await timed(installation, () =>
        importers[options.kind]({
          ...registerOf(installation),
          clock: installation.clock,
          file,
          format: options.format ?? formatOf(file),
          view,
          rejectedFile: options.rejected && resolve(terminal.cwd, options.rejected),
          signal: stop.signal,
          onProgress: ({ bytesRead, sizeBytes, written, refused }) =>
            progress.update(bytesRead, sizeBytes, `${written} written, ${refused} refused`),
        }),
      )
      return { ...outcome, view }
    })
    progress.stop()
    reportImport(answer, seconds, view, options, terminal)
  } catch (error) {
    throw error instanceof ImportFileError
      ? new Failure(
          `${path}: ${error.message}`,
          'What stands before that line is written. Mend the file and import it again.',
        )
      : error
  } finally {
    progress.stop()
    release()
  }
}

const reportImport = (
  report: ImportReport,
  seconds: number,
  view: WriteView,
  options: ImportCommandOptions,
  terminal: Terminal,
) => {
  const document = { ...report, kind: options.kind, seconds, environment: view }
  if (!options.json) terminal.out(importText(report, options.kind, seconds, view))
  else if (report.finished) printJson(terminal, document)
  if (report.finished) return
  const advice = 'The same command goes on where it stopped.'
  throw new Failure('Stopped before the end.', advice, options.json ? document : {})
}

/** `nani register generate --count N --seed S`. */
export const generate = async (options: GenerateOptions, terminal: Terminal): Promise<void> => {
  const { count, seed, environment: view } = options
  const progress = progressOf(terminal, 'Generating', options.json === true)
  const onProgress = ({ done, written }: PopulationProgress) =>
    progress.update(done, count, `${written} written`)
  const { answer, seconds } = await withInstallation(terminal, (installation) =>
    timed(installation, () =>
      writePopulation({ ...registerOf(installation), count, seed, view, onProgress }),
    ),
  ).finally(progress.stop)
  const { written, refused } = answer
  const examples: string[] = []
  for await (const citizen of generatePopulation({ count: Math.min(count, 3), seed }))
    examples.push(citizen.svc_id)
  const report = { count, seed, environment: view, written, refused, seconds, examples }
  if (options.json) printJson(terminal, report)
  else terminal.out(generatedText(report))
}

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
    throw new Failure(`${printable(value)} is no ${printable(options.type)}.`, 'Look at --type.')
  const found = await withInstallation(terminal, async (installation): Promise<Found> => {
    const register = createPostgresRegister(registerOf(installation))
    const sandbox = await register.findCitizen(identifier, 'sandbox')
    const production = await register.findCitizen(identifier, 'production')
    const citizen: Citizen | null = sandbox ?? production
    return { citizen, sandbox: sandbox !== null, production: production !== null }
  })
  if (!found.citizen)
    throw new Failure(`Nobody in the register has ${identifier.type} ${identifier.value}.`, '')
  if (options.json) printJson(terminal, found)
  else terminal.out(personText(found, found.citizen))
}

const showSummary = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const summary = await withInstallation(terminal, ({ pool }) => summarizeRegister(pool))
  if (options.json) printJson(terminal, summary)
  else terminal.out(summaryText(summary))
}

const registerOf = (installation: Installation) => ({
  pool: installation.pool,
  vault: installation.vaultFor('files'),
})
