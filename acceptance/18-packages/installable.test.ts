import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repositoryRoot } from '../installation/start-installation.ts'

/*
 * The packages are packed from a copy of the project, because packing writes into the folder of a package.
 * They are then installed into an empty folder, as a customer does.
 */
const run = promisify(execFile)
// In the order in which they are built: each needs the ones before it.
const packed = ['contract', 'sdk', 'cli']
const { sandbox, production } = inject('demo')
const work = mkdtempSync(join(tmpdir(), 'nani-packages-'))
const copy = join(work, 'project')
const runtimes = join(work, 'runtimes')
const customer = join(work, 'customer')
const npmEnvironment = { ...process.env, NODE_OPTIONS: '', npm_config_loglevel: 'error' }

const npm = (cwd: string, ...args: string[]) =>
  run('npm', args, { cwd, env: npmEnvironment, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 })

const copyProject = () => {
  const folders = packed.map((name) => `packages/${name}`)
  const parts = ['package.json', 'tsconfig.json', 'LICENSE', 'scripts', ...folders]
  for (const part of parts) cpSync(join(repositoryRoot, part), join(copy, part), { recursive: true })
  const modules = join(repositoryRoot, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@nani'), { recursive: true })
  for (const name of readdirSync(modules))
    if (name !== '@nani' && !name.startsWith('.'))
      symlinkSync(join(modules, name), join(copy, 'node_modules', name))
  for (const name of packed) symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@nani', name))
}

const tarballs = () => readdirSync(work).filter((name) => name.endsWith('.tgz'))

beforeAll(async () => {
  const runtimesInstalled = withEveryRuntime ? installRuntimes() : null
  copyProject()
  mkdirSync(customer)
  writeFileSync(join(customer, 'package.json'), '{ "private": true }')
  for (const name of packed) await npm(join(copy, 'packages', name), 'pack', '--pack-destination', work)
  const types = join(repositoryRoot, 'node_modules/@types/node')
  await npm(
    customer,
    ...['install', '--prefer-offline', '--no-audit', '--no-fund'],
    ...tarballs().map((name) => join(work, name)),
  )
  mkdirSync(join(customer, 'node_modules/@types'), { recursive: true })
  symlinkSync(types, join(customer, 'node_modules/@types/node'))
  await runtimesInstalled
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

const program = (environment: 'sandbox' | 'production', load: string) => `
${load}
const { credentials, certificate } = JSON.parse(process.env.CALLER)
const nani = new Nani({ ...credentials, certificate })
nani.kyc
  .validate({ identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, purpose: 'customer_onboarding' })
  .then((validation) => console.log(validation.object, validation.livemode === ${environment === 'production'}))
  .finally(() => nani.close())
`

const caller = (environment: 'sandbox' | 'production') => {
  const found = environment === 'sandbox' ? sandbox : production
  const pem = (file?: string) => (file ? readFileSync(file, 'utf8') : undefined)
  return JSON.stringify({
    credentials: {
      baseUrl: found.base_url,
      apiKey: found.api_key,
      secretKey: found.secret_key,
      payloadEncryptionKey: found.payload_encryption_key,
    },
    certificate:
      environment === 'production'
        ? {
            certificate: pem(found.certificate_file),
            privateKey: pem(found.private_key_file),
            ca: pem(found.ca_file),
          }
        : undefined,
  })
}

type Runtime = [program: string, ...args: string[]]

/** The other runtimes that the packages support (packages/sdk/README.md), and the arguments before the file. */
const installed: Record<string, Runtime> = {
  'Node 20': [join(runtimes, 'node_modules/node-20/bin/node')],
  'Node 22': [join(runtimes, 'node_modules/node-22/bin/node')],
  Deno: [join(runtimes, 'node_modules/.bin/deno'), 'run', '--allow-all', '--quiet'],
  Bun: [join(runtimes, 'node_modules/bun-of-platform/bin/bun')],
}

/** They are 500 MB, so that only `npm run check:runtimes` downloads them. */
const withEveryRuntime = process.env.EVERY_RUNTIME === '1'
const supported: Record<string, Runtime> = {
  'Node 24': [process.execPath],
  ...(withEveryRuntime && installed),
}

/** Without install scripts: the packages of one platform hold the programs. */
const installRuntimes = async () => {
  const { platform, arch } = process
  const node = `npm:node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const bun = `npm:@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`
  mkdirSync(runtimes)
  writeFileSync(join(runtimes, 'package.json'), '{ "private": true }')
  await npm(
    runtimes,
    ...['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
    ...[`node-20@${node}@20.20.2`, `node-22@${node}@22.23.3`, `bun-of-platform@${bun}@1.4.4`, 'deno@2.9.6'],
  )
}

test.each(
  Object.keys(supported).flatMap((runtime) =>
    (['sandbox', 'production'] as const).flatMap((environment) => [
      { runtime, environment, file: 'call.mjs', load: "import { Nani } from '@nani/sdk'" },
      { runtime, environment, file: 'call.cjs', load: "const { Nani } = require('@nani/sdk')" },
    ]),
  ),
)(
  'an installed SDK makes a real call: $runtime, $environment, $file',
  async ({ runtime, environment, file, load }) => {
    const path = join(customer, `${environment}-${file}`)
    writeFileSync(path, program(environment, load))
    const [command, ...args] = supported[runtime] ?? ['']
    const { stdout } = await run(command, [...args, path], {
      cwd: customer,
      env: { PATH: process.env.PATH, CALLER: caller(environment) },
      timeout: 60_000,
    })
    expect(stdout.trim()).toBe('kyc_validation true')
  },
)

const nani = (...args: string[]) => {
  const environment = { ...npmEnvironment, NANI_DATA_DIR: '', npm_config_offline: 'true' }
  return run('npx', ['nani', ...args], { cwd: customer, env: environment, timeout: 60_000 })
}

test.each(['sandbox', 'production'] as const)('the installed command makes a real call: %s', async (name) => {
  const file = join(customer, `${name}.json`)
  writeFileSync(file, JSON.stringify(name === 'sandbox' ? sandbox : production))
  const flags = ['--credentials', file, '--json', ...(name === 'production' ? ['--production'] : [])]
  const { stdout } = await nani('kyc', 'COD-0000-0000-0001', ...flags)
  expect(JSON.parse(stdout)).toMatchObject({ object: 'kyc_validation', livemode: name === 'production' })
})

test('the installed command has the commands for callers only, and reports errors by code', async () => {
  expect(readdirSync(join(customer, 'node_modules/@nani')).toSorted()).toEqual(packed.toSorted())
  const { stdout } = await nani('--help')
  expect(stdout).toContain('kyc [options] <identifier>')
  expect(stdout).not.toContain('applications')
  const failed = await nani('kyc', 'COD-0000-0000-0001', '--json').catch((error) => error)
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.stdout)).toMatchObject({ error: { code: 'credentials_not_found' } })
})

test('the types of the installed packages are clean for TypeScript 5.9, without skipLibCheck', async () => {
  const source = `
import { Nani, NaniError, verifyWebhook, type KycValidation, type NaniEvent } from '@nani/sdk'
import { verifyWebhook as verifyOnTheWeb } from '@nani/sdk/web'
import { canonicalString } from '@nani/contract'
import { sign } from '@nani/contract/node'
declare const nani: Nani
export const validation: Promise<KycValidation> = nani.kyc.validate({
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
})
export const event: NaniEvent = verifyWebhook('', {}, '')
export const same: Promise<NaniEvent> = verifyOnTheWeb('', {}, '')
// @ts-expect-error an identifier is an object
export const wrong = nani.kyc.validate({ identifier: 'COD-0000-0000-0001', purpose: 'customer_onboarding' })
export { NaniError, canonicalString, sign }
`
  writeFileSync(join(customer, 'types.ts'), source)
  const compiler = join(repositoryRoot, 'node_modules/typescript-5.9/bin/tsc')
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2024', '--types', 'node']
  const compiled = (...more: string[]) =>
    run(process.execPath, [compiler, ...options, ...more, 'types.ts'], {
      ...{ cwd: customer, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
    }).catch((error: { stdout: string }) => error)
  const { stdout } = await compiled('--module', 'nodenext', '--moduleResolution', 'nodenext')
  expect(stdout).toBe('')
  // A bundler finds the declarations in another way. What is in them is checked above, which takes most of the time.
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck']
  const { stdout: traced } = await compiled(...bundled, '--traceResolution')
  expect(traced).toContain("Module name '@nani/contract' was successfully resolved")
  const lost = [...traced.matchAll(/^=+ Module name '(.+)' was not resolved/gm)].map(([, name = '']) => name)
  // It also looks for packages in the place of its own libraries.
  expect(lost.filter((name) => !isBuiltin(name) && !name.startsWith('@typescript/lib-'))).toEqual([])
  expect(traced.match(/^.*error TS.*$/gm) ?? []).toEqual([])
})

test('publint finds nothing in the packed files', async () => {
  const publint = join(dirname(join(repositoryRoot, 'node_modules/publint/package.json')), 'src/cli.js')
  for (const name of tarballs()) {
    const { stdout } = await run(process.execPath, [publint, join(work, name), '--strict'], {
      timeout: 60_000,
    })
    expect(stdout).toContain('All good!')
  }
  expect(tarballs()).toHaveLength(packed.length)
})

test('packing leaves the folder of the package as it was', () => {
  for (const name of packed) {
    const left = readdirSync(join(copy, 'packages', name))
    expect(left).not.toContain('package.json.saved')
    expect(left).not.toContain('LICENSE')
  }
})
