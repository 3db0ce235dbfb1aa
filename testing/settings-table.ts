import type { Setting, SettingValues } from '../packages/foundation/src/core/index.ts'
import { allSettings } from '../packages/server/src/app/app/index.ts'

const head = '| Variable | Default | Values | Meaning |\n|---|---|---|---|\n'

const number = new Intl.NumberFormat('en')

const valuesOf = ({ values, secret }: Setting<unknown>): string => {
  if (secret) return 'secret'
  return typeof values === 'string' ? values : rangeOf(values)
}

const rangeOf = ({ min, max }: Exclude<SettingValues, string>): string =>
  `${number.format(min)} to ${number.format(max)}`

/** One row for each setting. Settings that differ only in their name share a row. */
export const settingsTable = (): string => {
  const rows = new Map<string, string[]>()
  for (const setting of Object.values(allSettings) as Setting<unknown>[]) {
    const cells = [setting.byDefault, valuesOf(setting), setting.purpose].join(' | ')
    rows.set(cells, [...(rows.get(cells) ?? []), `\`${setting.variable}\``])
  }
  return head + [...rows].map(([cells, variables]) => `| ${variables.join(', ')} | ${cells} |\n`).join('')
}

const start = '<!-- The table is made from the settings by: npm run docs:settings -->\n\n'

/** The page with the table of the settings in its place. */
export const withSettingsTable = (page: string): string => {
  const from = page.indexOf(start) + start.length
  if (from < start.length) throw new Error('the page has no place for the table of settings')
  return page.slice(0, from) + settingsTable() + page.slice(page.indexOf('\n\n', from) + 1)
}
