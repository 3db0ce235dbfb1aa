import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { activateModel, listModels } from '@nani/server/scorecard/index.ts'
import { readModel } from './credit-model.ts'
import { withInstallation } from './installation.ts'
import { noteUnknownLogin, rulesOf } from './installation-rules.ts'
import { operatorOf } from './operator-actor.ts'

export type ActivateOptions = { json?: boolean; as?: string; challenger?: boolean }

/** `nani credit-model activate`: the first operator proposes, a second one confirms. */
export const activate = async (
  fileOrVersion: string,
  options: ActivateOptions,
  terminal: Terminal,
): Promise<void> => {
  const isFile = existsSync(resolve(terminal.cwd, fileOrVersion))
  const model = isFile ? readModel(fileOrVersion, terminal) : fileOrVersion
  const role = options.challenger ? 'challenger' : 'active'
  const result = await withInstallation(terminal, async (installation) => {
    const rules = await rulesOf(installation)
    noteUnknownLogin(rules, terminal)
    return activateModel(operatorOf(options, terminal), { model, role }, { ...installation, ...rules })
  })
  if (options.json) {
    printJson(terminal, result)
    return
  }
  terminal.out(
    result.status === 'effective'
      ? `  ${printable(result.version)} is the ${role} model. Each process uses it within five seconds.\n`
      : `  ${printable(result.version)} is proposed. A second operator must repeat the command within 24 hours.\n`,
  )
}

/** `nani credit-model list`. */
export const list = async (options: { json?: boolean }, terminal: Terminal): Promise<void> => {
  const models = await withInstallation(terminal, ({ pool, clock }) =>
    listModels(pool, new Date(clock.now())),
  )
  if (options.json) {
    printJson(terminal, { data: models })
    return
  }
  const rows = models.map(({ version, roles, proposed, stored_by, stored_at }) => [
    printable(version),
    [...roles, ...proposed.map((role) => `proposed as ${role}`)].join(', ') || 'stored',
    printable(stored_by),
    stored_at.toISOString(),
  ])
  terminal.out(
    rows.length > 0
      ? `${columns(rows, '  ')}\n`
      : '  No version is stored. The model of the release scores.\n',
  )
}
