import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { type Bank, foundBank } from './bank.ts'
import { type ConsolePage, openConsole } from './console-page.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()
const sandbox = inject('demo').sandbox.base_url
let bank: Bank
let browser: Browser
let opened: ConsolePage
beforeAll(async () => {
  bank = await foundBank(site, ['developer'])
  browser = await launchChromium()
  opened = await openConsole(browser, site, bank.people.developer)
})
afterAll(() => browser?.close())

const openTrial = async () => {
  const { page } = opened
  await page.goto(`${site.url}/organizations/${bank.organizationId}/applications/${bank.sandboxId}/try`)
  await page.waitForSelector('textarea')
  await page.fill('input[placeholder^=sk_]', bank.sandboxKeys.secret_key)
  await page.fill('input[placeholder^=pek_]', bank.sandboxKeys.payload_encryption_key)
  return page
}
const makeCall = async () => {
  const { page } = opened
  const answered = page.waitForResponse(
    (response) =>
      /^\/(?:v1|sandbox)\//.test(new URL(response.url()).pathname) &&
      response.url().startsWith(`${sandbox}/`) &&
      response.request().method() !== 'OPTIONS',
  )
  await page.click('main .form > div:last-child button')
  return answered
}

test('a call is signed and encrypted in the browser, and its answer is read; no key leaves the page', async () => {
  const page = await openTrial()
  await page.selectOption('main select', { label: 'POST /v1/kyc/validations' })
  expect((await makeCall()).status()).toBe(200)
  await page.waitForSelector('.copied:has-text("kyc_validation")')
  const canonical =
    (await page.locator('.copied pre', { hasText: 'SVC-HMAC-SHA256' }).first().textContent()) ?? ''
  expect(canonical.split('\n').slice(0, 3)).toEqual(['SVC-HMAC-SHA256', 'POST', '/v1/kyc/validations'])
  expect(canonical.split('\n')).toHaveLength(9)

  const { secret_key, payload_encryption_key } = bank.sandboxKeys
  const secrets = [secret_key, payload_encryption_key].flatMap((key) => [
    key,
    key.split('_').slice(2).join('_'),
  ])
  const leaks = opened.sent.filter((request) => {
    const text = JSON.stringify(request)
    return secrets.some((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
  })
  expect(leaks).toEqual([])
  // The body on the wire is the wrapper, and only the console and the sandbox are called.
  const posted = opened.sent.find(
    ({ url, method }) => url === `${sandbox}/v1/kyc/validations` && method === 'POST',
  )
  expect(Object.keys(JSON.parse(posted?.body ?? '{}'))).toEqual(['payload'])
  const origins = new Set(opened.sent.map(({ url }) => new URL(url).origin))
  expect([...origins].toSorted()).toEqual([new URL(site.url).origin, new URL(sandbox).origin].toSorted())
  // Nothing of the page is stored.
  expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.toContain(
    '_test_',
  )
  expect(opened.problems).toEqual([])
})

/** Answers of authentication would mean that the page signs the call wrongly. */
test('every operation of the sandbox is offered, and each call is verified', async () => {
  const page = await openTrial()
  const { paths } = (await (await fetch(`${sandbox}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>
  }
  const signed = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ security = [] }) => security.some((one) => 'signature' in one)),
  )
  const offered = await page.locator('main select').first().locator('option').allTextContents()
  expect(offered).toHaveLength(signed.length)
  const refused: string[] = []
  for (const [at, label] of offered.entries()) {
    await page.locator('main select').first().selectOption({ index: at })
    const answer = await makeCall()
    await page.waitForSelector('main .form [data-loading]', { state: 'detached' })
    if (answer.status() === 401 || answer.headers()['x-svc-iv'] === undefined)
      refused.push(`${label}: ${answer.status()}`)
  }
  expect(refused).toEqual([])
})

test('a key of production is not used in the page', async () => {
  const page = await openTrial()
  await page.fill('input[placeholder^=sk_]', bank.productionKeys.secret_key)
  await page.waitForSelector('main .form .mantine-PasswordInput-error')
  expect(await page.locator('main .form > div:last-child button').isDisabled()).toBe(true)
})

const run = promisify(execFile)
const runs = async (file: string, args: string[]): Promise<boolean> =>
  run(file, args).then(
    () => true,
    () => false,
  )
/** The written program, as a developer copies it. */
const programOf = async (name: string): Promise<string> => {
  await opened.page.locator('main select').last().selectOption(name)
  return (await opened.page.locator('.section').last().locator('pre').textContent()) ?? ''
}

type Language = {
  name: string
  /** Whether this machine has the language, and what the program needs of it. */
  isHere(): Promise<boolean>
  /** How a developer runs the program, in an empty folder. Where it does not say its status, the test adds that. */
  command(text: string, folder: string): [file: string, ...args: string[]]
}

const written = (folder: string, name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const languages: Language[] = [
  {
    name: 'TypeScript',
    isHere: async () => true,
    command: (text) => [process.execPath, '--input-type=module-typescript', '--eval', text],
  },
  {
    name: 'Python',
    isHere: () => runs('python3', ['-c', 'import cryptography']),
    command: (text, folder) => ['python3', written(folder, 'call.py', text)],
  },
  {
    name: 'PHP',
    isHere: () =>
      runs('php', ['-r', 'exit(extension_loaded("curl") && extension_loaded("openssl") ? 0 : 1);']),
    command: (text, folder) => [
      'php',
      written(folder, 'call.php', `${text}echo ' ', curl_getinfo($call, CURLINFO_HTTP_CODE);\n`),
    ],
  },
  {
    name: 'Java',
    // The compiler, and HexFormat of Java 17.
    isHere: () => runs('javac', ['--release', '17', '--version']),
    command: (text, folder) => ['java', written(folder, 'NaniCall.java', text)],
  },
  {
    name: 'cURL',
    isHere: () => runs('curl', ['--version']),
    command: (text, folder) => ['sh', written(folder, 'call.sh', `${text} \\\n  -w ' %{http_code}'\n`)],
  },
]

/** A name that ends a literal of a careless program, or that it reads in another way. */
const claims = { full_name: `L'été "x" \\ $y \${z} {$w} %s #{x} \u{1F600}` }

test.for(languages)(
  'the written program in $name makes a call that is accepted, and has no secret in it',
  async ({ name, isHere, command }, { skip }) => {
    const page = await openTrial()
    await page.selectOption('main select', { label: 'POST /v1/kyc/validations' })
    const body = JSON.parse(await page.inputValue('textarea'))
    await page.fill('textarea', JSON.stringify({ ...body, claims }, null, 2))
    if (name === 'cURL') {
      expect((await makeCall()).status()).toBe(200)
      await page.waitForSelector('main .form [data-loading]', { state: 'detached' })
    }
    const { api_key, secret_key, payload_encryption_key } = bank.sandboxKeys
    const env = {
      ...process.env,
      ...{
        NANI_API_KEY: api_key,
        NANI_SECRET_KEY: secret_key,
        NANI_PAYLOAD_ENCRYPTION_KEY: payload_encryption_key,
      },
    }
    const text = await programOf(name)
    expect(text).not.toContain(secret_key.slice(8))
    expect(text).not.toContain(payload_encryption_key.slice(9))
    // The text is checked on every machine.
    if (!(await isHere())) skip(`this machine cannot run ${name}`)
    const folder = mkdtempSync(join(tmpdir(), 'nani-program-'))
    try {
      const [file, ...args] = command(text, folder)
      const { stdout } = await run(file, args, { env, cwd: folder })
      expect(stdout.trim()).toMatch(/^200 \{"payload":"[^"]+"\}$|^\{"payload":"[^"]+"\} 200$/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
