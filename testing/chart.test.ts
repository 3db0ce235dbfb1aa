import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSettings } from '../packages/server/src/app/app/index.ts'

const root = join(import.meta.dirname, '..')
const chart = join(root, 'deploy/chart')
const read = (path: string): string => readFileSync(join(chart, path), 'utf8')
const templates = globSync('templates/*', { cwd: chart }).toSorted()
const all = ['values.yaml', ...templates].map(read).join('\n')

const settings = new Map(
  Object.values(allSettings).flatMap((setting) => [
    [setting.variable, setting],
    [`${setting.variable}_FILE`, setting],
  ]),
)

test('the chart names only settings that exist, and takes each secret from a file', () => {
  const named = new Set(all.match(/\b(?:NANI_[A-Z_]*[A-Z]|DATABASE_URL(?:_FILE)?)\b/g))
  // The comment about service links names what Kubernetes would add.
  named.delete('NANI_PORT')
  expect(named.size).toBeGreaterThan(6)
  expect([...named].filter((name) => !settings.has(name))).toEqual([])
  const secrets = [...named].filter((name) => settings.get(name)?.secret)
  expect(secrets.toSorted()).toEqual([
    'DATABASE_URL_FILE',
    'NANI_MASTER_KEY_FILE',
    'NANI_OWNER_DATABASE_URL_FILE',
    'NANI_REGISTER_DATABASE_URL_FILE',
    'NANI_REGISTER_OWNER_DATABASE_URL_FILE',
  ])
})

test('a register in a database of its own is optional, and each of its URLs is a mounted file', () => {
  const container = read('templates/_names.tpl')
  const deployment = read('templates/deployment.yaml')
  for (const [key, variable, file] of [
    ['registerDatabaseUrl', 'NANI_REGISTER_DATABASE_URL', 'register-database-url'],
    ['registerOwnerDatabaseUrl', 'NANI_REGISTER_OWNER_DATABASE_URL', 'register-owner-database-url'],
  ]) {
    expect(read('values.yaml')).toContain(`${key}: ''\n`)
    expect(container).toContain(
      `if .Values.secret.keys.${key} }}\n  - { name: ${variable}_FILE, value: /run/secrets/nani/${file} }\n{{- end }}`,
    )
    expect(deployment).toMatch(
      new RegExp(
        `with \\.Values\\.secret\\.keys\\.${key} \\}\\}\\n *- \\{ key: \\{\\{ \\. \\}\\}, path: ${file} \\}\\n`,
      ),
    )
  }
})

test('the number of processes is a number', () => {
  expect(read('values.yaml')).toMatch(/^replicas: \d+$/m)
})

test('the process is user 10001 without rights, on a read-only root', () => {
  for (const line of [
    'runAsNonRoot: true',
    'runAsUser: 10001',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'capabilities: { drop: [ALL] }',
    'automountServiceAccountToken: false',
    'enableServiceLinks: false',
    'type: RuntimeDefault',
  ])
    expect(all).toContain(line)
  const written = [...all.matchAll(/mountPath: (\S+?)(?:,[^\n]*)? ?\}/g)].map(([line, path]) => [
    path,
    line.includes('readOnly: true'),
  ])
  expect(written).toEqual([
    ['/run/secrets/nani', true],
    ['/data', false],
    ['/tmp', false],
    ['/archive', false],
    ['/run/authority', true],
  ])
})

test('the archive is written to the claim of the values, and never to the folder of a pod', () => {
  const container = read('templates/_names.tpl')
  const ofClaim = [...container.matchAll(/if \.Values\.archive\.existingClaim \}\}\n(.+)\n\{\{- end/g)]
  expect(ofClaim.map(([, line]) => line?.trim())).toEqual([
    '- { name: NANI_ARCHIVE_DIR, value: /archive }',
    '- { name: archive, mountPath: /archive }',
  ])
  expect(read('templates/deployment.yaml')).toMatch(
    /- name: archive\n +persistentVolumeClaim:\n +claimName: \{\{ \.Values\.archive\.existingClaim \}\}\n/,
  )
})

test('a further secret is a file of the mounted folder, and mail may leave', () => {
  expect(read('templates/_names.tpl')).toContain(
    '{ name: {{ $variable }}_FILE, value: /run/secrets/nani/{{ $variable }} }',
  )
  expect(read('templates/deployment.yaml')).toContain('- { key: {{ $key }}, path: {{ $variable }} }')
  expect(settings.get('NANI_SMTP_URL')?.secret).toBe(true)
  expect(read('values.yaml')).toContain('ports: [443, 465, 587]')
  expect(read('templates/network-policy.yaml')).toContain('toYaml . | nindent 4')
})

test('the ports and the probes are those of the product and of its image', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const ports = [...read('templates/deployment.yaml').matchAll(/containerPort: (\d+)/g)].map(
    ([, port]) => port,
  )
  const image = /^EXPOSE (.+)$/m.exec(dockerfile)?.[1]?.split(' ')
  expect(ports).toEqual(expect.arrayContaining(image ?? ['none']))
  expect(all.match(/path: \/(?:livez|readyz|health)\b/g)).toEqual([
    'path: /livez',
    'path: /livez',
    'path: /readyz',
  ])
})

test('a process has more time to stop than it serves calls for', () => {
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(all)?.[1])
  const drain = Number(/NANI_DRAIN_SECONDS: '(\d+)'/.exec(all)?.[1])
  expect(drain).toBeGreaterThan(0)
  // A request may take 60 s.
  expect(grace).toBeGreaterThan(drain + 60)
})

test('each value that a template reads has a default', () => {
  const values = read('values.yaml')
  const missing = [...all.matchAll(/\.Values\.([\w.]+)/g)]
    .flatMap(([, path = '']) => path.split('.'))
    .filter((name) => !new RegExp(`^ *${name}:`, 'm').test(values))
  expect(missing).toEqual([])
})

const hasHelm = spawnSync('helm', ['version']).status === 0

test.runIf(hasHelm)('helm accepts the chart, and renders an object of each kind (needs helm)', () => {
  execFileSync('helm', ['lint', '--strict', chart])
  const rendered = execFileSync('helm', ['template', 'nani', chart], { encoding: 'utf8' })
  for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'])
    expect(rendered).toContain(`kind: ${kind}\n`)
})
