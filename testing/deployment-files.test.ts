import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allSettings } from '../packages/server/src/app/app/index.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = [
  ...['Dockerfile', 'compose.yaml', 'compose.register.yaml', '.env.example'],
  ...['deploy/nani.service', 'deploy/nani'],
]

const known = [
  ...Object.values(allSettings).flatMap(({ variable, secret }) => [
    variable,
    ...(secret ? [`${variable}_FILE`] : []),
  ]),
]

test.each(files)('%s names only settings that exist', (file) => {
  const named = read(file).match(/\b(?:NANI_[A-Z_]*[A-Z]|DATABASE_URL(?:_FILE)?)\b/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('no secret is a value of the files: each comes from a file', () => {
  const secrets = Object.values(allSettings).flatMap(({ variable, secret }) => (secret ? [variable] : []))
  for (const file of files)
    for (const variable of secrets) expect(read(file)).not.toMatch(new RegExp(`\\b${variable}[=:]`))
})

test('the image has no root process, and writes /data alone', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(dockerfile).toMatch(/^VOLUME \/data$/m)
  expect(dockerfile).toMatch(/^ARG BASE=/m)
  // The build needs no network.
  expect(dockerfile).not.toMatch(/\b(?:apt-get|npm (?:ci|install)|curl|wget)\b(?!.*image:context)/)
})

test.each(['Dockerfile', 'deploy/nani.service'])(
  '%s returns memory to the system as npm start does',
  (file) => {
    const variables = JSON.parse(read('package.json')).scripts.start.match(/MALLOC_\w+=\d+/g)
    expect(variables).toHaveLength(2)
    for (const variable of variables) expect(read(file)).toContain(variable)
  },
)

test('a register of its own is given to every process of Compose', () => {
  const added = read('compose.register.yaml')
  const [, services = ''] =
    /^services:\n((?: {2}.+\n)+)/m.exec(read('compose.yaml').replaceAll(/^ {4}.*\n/gm, '')) ?? []
  const names = [...services.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name)
  expect(names).toEqual(['nani-1', 'nani-2', 'worker'])
  for (const name of names) expect(added).toContain(`  ${name}: *register\n`)
})

test('a process has more time to stop than it serves calls for and a request may take', () => {
  const compose = read('compose.yaml')
  const [, drain] = /NANI_DRAIN_SECONDS: \$\{NANI_DRAIN_SECONDS:-(\d+)\}/.exec(compose) ?? []
  const [, grace] = /stop_grace_period: (\d+)s/.exec(compose) ?? []
  expect(Number(drain)).toBeGreaterThan(0)
  expect(Number(grace)).toBeGreaterThan(Number(drain) + 60)
  const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/nani.service')) ?? []
  expect(Number(stop)).toBeGreaterThan(60)
})

const namesIn = (text: string, name: RegExp): string[] => [...text.matchAll(name)].map(([, one = '']) => one)

/** The variables that each way of running gives to a process by itself. */
const given = () => {
  const image = namesIn(/^ENV NANI[\s\S]*?^VOLUME/m.exec(read('Dockerfile'))?.[0] ?? '', /\b([A-Z_]+)=/g)
  const anchor =
    /environment: &environment\n((?: {4}.*\n)+?) {2}secrets/.exec(read('compose.yaml'))?.[1] ?? ''
  const [values = ''] = /^settings:\n(?: {2}.*\n)+/m.exec(read('deploy/chart/values.yaml')) ?? []
  const unit = read('deploy/nani.service')
    .split('\n')
    .filter((line) => line.startsWith('Environment='))
  return {
    compose: [...image, ...namesIn(anchor, /^ {4}([A-Z_]+):/gm)],
    chart: [
      ...image,
      ...namesIn(read('deploy/chart/templates/_names.tpl'), /\{ name: ([A-Z_]+),/g),
      ...namesIn(values, /^ {2}([A-Z_]+):/gm),
    ],
    unit: namesIn(unit.join('\n'), /\b([A-Z_]+)=/g),
  }
}

/** Why one way sets what another leaves to the operator. */
const differences: Readonly<Record<string, string>> = {
  NODE_ENV: 'a habit of images: Nani does not read it',
  NANI_ROLE: 'Compose separates calls from other work',
  NANI_ARCHIVE_DIR: 'containers have a shared volume, and the unit has the folder that .env.example names',
  NANI_METRICS_PORT: 'the port of a container is not public, and that of the unit would be',
  NANI_DRAIN_SECONDS: 'the unit has it from .env.example',
  NANI_FACE_WORKERS: 'the unit and Compose have it from .env.example',
  NANI_LOG_LEVEL: 'an example: it is the default',
  NANI_REGISTER_DATABASE_URL_FILE: 'compose.register.yaml and nani.env name it',
  NANI_REGISTER_OWNER_DATABASE_URL_FILE: 'compose.register.yaml and nani.env name it',
}

test('Compose, the chart and the unit give a process the same variables, except for a stated reason', () => {
  const { compose, chart, unit } = given()
  const same = (names: string[]) => [...new Set(names)].filter((name) => !(name in differences)).toSorted()
  expect(same(compose)).toEqual(same(unit))
  expect(same(chart)).toEqual(same(unit))
  expect(same(unit)).toContain('NANI_MASTER_KEY_FILE')
  const all = new Set([...compose, ...chart, ...unit])
  expect(Object.keys(differences).filter((name) => !all.has(name))).toEqual([])
})

test('a line of .env.example takes effect in Compose: what Compose sets itself is not there', () => {
  const example = namesIn(read('.env.example'), /^([A-Z_]+)=/gm)
  expect(example).toContain('NANI_DRAIN_SECONDS')
  const fixed = namesIn(read('compose.yaml'), /^ {4}([A-Z_]+): (?!\$\{)/gm)
  expect(fixed).toContain('NANI_ROLE')
  expect(example.filter((name) => fixed.includes(name))).toEqual([])
})

test('the port of each address in .env.example can be reached in Compose, and in the chart that sets it', () => {
  const ports = {
    NANI_SANDBOX_URL: 4010,
    NANI_PRODUCTION_URL: 4443,
    NANI_CITIZEN_URL: 4030,
    NANI_CONSOLE_URL: 4020,
  }
  const addresses = namesIn(read('.env.example'), /^(NANI_[A-Z]+_URL)=/gm)
  expect(addresses.toSorted()).toEqual(Object.keys(ports).toSorted())
  const service = read('deploy/chart/templates/service.yaml')
  for (const port of Object.values(ports)) {
    expect(read('compose.yaml').match(new RegExp(`:${port}'`, 'g'))).toHaveLength(2)
    expect(service).toContain(`port: ${port},`)
    expect(read('Dockerfile')).toMatch(new RegExp(`^EXPOSE .*\\b${port}\\b`, 'm'))
  }
  expect(service).toContain('if index .Values.settings "NANI_CONSOLE_URL"')
})

test('commands of operators read the settings and the secrets of the unit', () => {
  const unit = read('deploy/nani.service')
  const command = read('deploy/nani')
  const credentials = [...unit.matchAll(/^LoadCredential=\S+:(\S+)$/gm)].map(([, path]) => path)
  const secrets = [...command.matchAll(/^export \w+_FILE=(\S+)$/gm)].map(([, path]) => path)
  expect(secrets.toSorted()).toEqual(credentials.toSorted())
  expect(unit).toContain('EnvironmentFile=/etc/nani/nani.env')
  for (const text of ['/etc/nani/nani.env', 'NANI_DATA_DIR=/var/lib/nani', 'NANI_HOST=0.0.0.0'])
    expect(command).toContain(text)
  expect(unit).toContain('Environment=NANI_DATA_DIR=/var/lib/nani NANI_HOST=0.0.0.0\n')
  expect(spawnSync('sh', ['-n', join(root, 'deploy/nani')]).status).toBe(0)
})

test('a value of the settings is text for commands as for the unit: nothing in it is run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = join(folder, 'nani.env')
  const lines = ['# A comment', '', '; Another', 'NAME=Registre national', "QUOTED='a b'", 'DOUBLE="c d"']
  // As in the unit, the file replaces what the command sets itself.
  const own = ['NANI_DATA_DIR=/srv/nani', 'DATABASE_URL_FILE=/srv/url']
  const odd = ['HOSTILE=$(touch stolen); `touch stolen` "x" \\n $HOME', 'URL=postgres://a:b=c@d/e?f=g']
  writeFileSync(settings, [...lines, ...own, ...odd].join('\n'))
  const command = read('deploy/nani')
    .replace('/etc/nani/nani.env', settings)
    .replace(/^exec .*$/m, 'exec env')
  const { stdout, status } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
  expect(status).toBe(0)
  const exported = ['NAME=Registre national', 'QUOTED=a b', 'DOUBLE=c d', 'NANI_HOST=0.0.0.0', ...own, ...odd]
  for (const line of exported) expect(stdout.split('\n')).toContain(line)
  expect(existsSync(join(folder, 'stolen'))).toBe(false)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd accepts the unit (needs systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unit = read('deploy/nani.service')
    .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${folder}`)
  writeFileSync(join(folder, 'nani.service'), unit)
  expect(
    execFileSync('systemd-analyze', ['verify', join(folder, 'nani.service')], { encoding: 'utf8' }),
  ).toBe('')
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(hasPromtool)('Prometheus accepts the rules of the alerts (needs promtool)', () => {
  expect(spawnSync('promtool', ['check', 'rules', join(root, 'deploy/prometheus-rules.yaml')]).status).toBe(0)
})

/** The names of the metrics that the product declares, and no value of another kind. */
const existing = [
  ...new Set(
    globSync('packages/{server,foundation}/src/**/*.ts', {
      cwd: root,
      exclude: (path) => path.endsWith('.test.ts'),
    })
      .flatMap((path) => [...read(path).matchAll(/(?:name: |ofLists\(\s*|single\(\s*)'(nani_[a-z_]+)'/g)])
      .map(([, name = '']) => name),
  ),
].filter((name) => !['nani_console', 'nani_desk', 'nani_citizen'].includes(name))

/** The lines of a histogram have the name of the histogram and an ending. */
const metricsIn = (expression: string): string[] =>
  (expression.match(/\bnani_[a-z_]+(?=[ {)[]|$)/g) ?? []).map((name) => name.replace(/_bucket$/, ''))

test('each alert has a runbook, and is about a metric that exists', () => {
  const rules = read('deploy/prometheus-rules.yaml')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const headings = [...read('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(5)
  expect(alerts).toEqual(headings)
  for (const name of alerts) expect(rules).toContain(`runbook_url: docs/runbooks.md#${name.toLowerCase()}\n`)
  const metrics = metricsIn(rules)
  expect(metrics.length).toBeGreaterThanOrEqual(7)
  expect(metrics.filter((name) => !existing.includes(name))).toEqual([])
})

type Panel = { title: string; targets: readonly { expr: string; legendFormat: string }[] }

test('each panel of the dashboard shows metrics that exist, and each metric has a panel', () => {
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: readonly Panel[] }
  const shown = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, metrics: metricsIn(expr) })),
  )
  expect(shown.filter(({ metrics }) => metrics.length === 0)).toEqual([])
  expect(shown.filter(({ metrics }) => metrics.some((name) => !existing.includes(name)))).toEqual([])
  const named = shown.flatMap(({ metrics }) => metrics)
  expect(existing.filter((name) => !named.includes(name))).toEqual([])
})
