import { columns, paint, printJson, type Terminal } from '@nani/cli'
import { errorLine, isForOperators, Refusal } from '@nani/foundation/core/index.ts'
import { type InstallationUrls, withDatabases } from '@nani/foundation/platform/index.ts'
import { databaseFailure } from '@nani/foundation/storage/index.ts'
import type { Config } from '@nani/server/app/app/settings.ts'
import {
  type Check,
  checksOfDatabase,
  checksOfMachine,
  type Finding,
} from '@nani/server/app/installation-checks/index.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate, withPlatform } from '../installation/installation.ts'
import { nextStep } from '../next-commands.ts'

type Result = Finding & { check: string }

/** `nani doctor`. It goes on after a failed check, so that one run names all of them. */
export const doctor = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const config = locate(terminal)
  const results = [
    { check: 'settings', state: 'ok', message: 'every value is allowed' } as const,
    ...(await runAll(checksOfMachine, config)),
    ...(await onDatabase(config, terminal)),
  ]
  const failed = results.filter(({ state }) => state === 'failed').map(({ check }) => check)
  if (!options.json) terminal.out(resultsText(results, terminal))
  else if (failed.length === 0) printJson(terminal, { checks: results })
  if (failed.length === 0) return
  throw new Refusal('checks_failed', `These checks failed: ${failed.join(', ')}.`, {
    context: options.json ? { checks: results } : {},
  })
}

/** The command that helps after a check, by its name. */
const commands: Readonly<Record<string, string>> = {
  lists: 'Run: nani lists refresh',
  cells: 'Run: nani cells check',
}

const runAll = async <On>(checks: readonly Check<On>[], on: On): Promise<Result[]> => {
  const results: Result[] = []
  for (const { name, run } of checks) {
    const finding = await findingOf(() => run(on))
    const next = finding.next ?? (finding.state === 'ok' ? undefined : commands[name])
    results.push({ check: name, ...finding, ...(next !== undefined && { next }) })
  }
  return results
}

const findingOf = async (run: () => Promise<Finding> | Finding): Promise<Finding> => {
  try {
    return await run()
  } catch (thrown) {
    const place = { variable: 'DATABASE_URL', place: 'of the installation' }
    const error = isForOperators(thrown) ? thrown : databaseFailure(thrown, place)
    return error
      ? { state: 'failed', message: error.message, next: nextStep(error) }
      : { state: 'failed', message: errorLine(thrown) }
  }
}

/** The checks of the database, or one failed check where it cannot be opened. */
const onDatabase = async (config: Config, terminal: Terminal): Promise<Result[]> => {
  let results: Result[] = []
  const onUrls = (urls: InstallationUrls) =>
    withPlatform(
      { config: { ...config, migrate: false }, urls, registerMayBeAway: true },
      terminal,
      async (installation) => {
        results = await runAll(checksOfDatabase, installation)
      },
    )
  const opened = await findingOf(async () => {
    await withDatabases(config, onUrls)
    return { state: 'ok', message: 'it answers, its schema is current, and the master key opens it' }
  })
  return [{ check: 'database', ...opened }, ...results]
}

const tones = { ok: 'good', attention: 'middling', failed: 'bad' } as const

const resultsText = (results: readonly Result[], terminal: Terminal): string => {
  const rows = results.map(({ check, state, message }) => [
    check,
    paint(terminal, tones[state], state),
    message,
  ])
  const steps = results.flatMap(({ check, state, next }) =>
    state !== 'ok' && next ? [`${check}: ${next}`] : [],
  )
  return `${columns(rows, '  ')}\n${steps.length > 0 ? `\n${steps.join('\n')}\n` : ''}`
}
