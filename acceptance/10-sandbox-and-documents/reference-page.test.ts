import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  accessibilityRules,
  axeFaults,
  colourRules,
  measuringRules,
} from '../../testing/machine/axe-faults.ts'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { fetchPlainly } from '../client/transport.ts'
import { repositoryRoot } from '../installation/start-installation.ts'

const { sandbox } = inject('demo')

let browser: Browser
let page: Page
let folder: string
const faults: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nani-clients-'))
  browser = await launchChromium()
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(sandbox.base_url)) faults.push(`another address: ${request.url()}`)
  })
}, 120_000)

/** As a person opens it. Tests run in any order, and not every one needs this large page. */
const openPage = async (path = '/docs') => {
  await page.setViewportSize({ width: 1_400, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(sandbox.base_url + path)
}

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the search of the reference finds an operation by its words and a code of an error, and leads there', async () => {
  await openPage()
  const input = page.locator('#search')
  await input.fill('validate identity')
  await expect
    .poll(() => page.locator('.aside .search li').first().innerText())
    .toContain('Validate an identity')
  await input.fill('credit_limit_reached')
  await expect
    .poll(() => page.locator('.aside .search li').first().innerText())
    .toContain('credit_limit_reached')
  await input.press('Enter')
  expect(new URL(page.url()).hash).toBe('#error-credit_limit_reached')
  await input.fill('no such words anywhere')
  await expect.poll(() => page.locator('.aside .search [role=status]').innerText()).toBe('Nothing was found.')
  await input.fill('')
})

test('a language that is chosen at one example is that of all, also after a reload', async () => {
  await openPage()
  const openLanguages = () =>
    page
      .locator('.calls details[open]')
      .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-language')))])
  await page.locator('#create_kyc_validations .calls summary', { hasText: 'Python' }).click()
  expect(await openLanguages()).toEqual(['Python'])
  await page.reload()
  expect(await openLanguages()).toEqual(['Python'])
})

test('the copy button of an example copies it', async () => {
  await openPage()
  await page.locator('#create_kyc_validations .calls summary', { hasText: 'Python' }).click()
  const example = page.locator('#create_kyc_validations .calls details[open] .code')
  await example.hover()
  await example.locator('button').click()
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(copied).toContain('call(credentials, "POST", "/v1/kyc/validations"')
  expect(copied).toBe(await example.locator('pre').innerText())
})

/**
 * The reference has a hundred operations in the same form. Colours and sizes depend on the styles alone, so that they are checked
 * with one of each kind of element: its class and those of the elements around it. Returns how many operations are left.
 */
const removeRepetitions = `(() => {
  const kindOf = (element) => {
    const around = []
    for (let one = element; one && around.length < 5; one = one.parentElement) around.push(one.tagName + '.' + one.className)
    return around.join(' ')
  }
  const seen = new Set()
  let left = 0
  for (const operation of document.querySelectorAll('section.operation')) {
    const kinds = [...operation.querySelectorAll('*')].map(kindOf)
    if (kinds.every((kind) => seen.has(kind))) operation.remove()
    else left++
    for (const kind of kinds) seen.add(kind)
  }
  return left
})()`

test('the reference and the start page follow WCAG 2.2 AA in both themes, load nothing else, and fit a phone', async () => {
  for (const path of ['/docs', '/']) {
    await openPage(path)
    expect(await axeFaults(page, accessibilityRules, measuringRules), path).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1_400, height: 900 })
    const left = Number(await page.evaluate(removeRepetitions))
    if (path === '/docs') expect(left).toBeGreaterThan(3)
    expect(await axeFaults(page, accessibilityRules), path).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFaults(page, colourRules), path).toEqual([])
  }
  expect(faults).toEqual([])
}, 120_000)

test('the start page leads to the reference, the guides that are built, the test identities, the console and the app', async () => {
  const { status, body, headers } = await fetchPlainly(`${sandbox.base_url}/`)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const text = body.toString('utf8')
  const links = [...text.matchAll(/<a href="([^"]+)">/g)].map(([, href = '']) => href)
  const guides = await fetchPlainly(`${sandbox.base_url}/guides/`)
  const built = guides.status === 200 ? ['/guides/'] : []
  expect(links.slice(0, -3)).toEqual(['/docs', ...built, '/sandbox/scenarios'])
  for (const link of links) {
    const answer = await fetchPlainly(new URL(link, sandbox.base_url).href)
    expect(answer.status, link).toBe(200)
  }
  // Without a build, the page of the guides says how to build them.
  if (guides.status === 404) expect(guides.body.toString('utf8')).toContain('npm run docs')
})

const download = async (name: string): Promise<void> => {
  const { status, body } = await fetchPlainly(`${sandbox.base_url}/docs/clients/${name}`)
  expect(status).toBe(200)
  writeFileSync(join(folder, name), body)
}

const exampleOf = async (language: string): Promise<string> => {
  const { body } = await fetchPlainly(`${sandbox.base_url}/docs`)
  const [, operation = ''] = body.toString('utf8').split('id="create_kyc_validations"')
  const [, code = ''] =
    new RegExp(
      `data-language="${language}"[^>]*><summary>[^<]*</summary><pre tabindex="0"><code>([^<]*)`,
    ).exec(operation) ?? []
  return code
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

const { api_key, secret_key, payload_encryption_key } = sandbox
const has = (command: string, args: string[]) => spawnSync(command, args).status === 0
const run = (command: string, args: string[]) =>
  promisify(execFile)(command, args, { cwd: folder, timeout: 60_000 })

/** A program around the example of the page, with the credentials of the demo. */
const programs: Record<
  string,
  { file: string; needs: [string, string[]]; write(code: string): [string, string[], string] }
> = {
  cURL: {
    file: 'nani.sh',
    needs: ['bash', ['-c', 'command -v curl openssl node']],
    write: (code) => [
      'example.sh',
      ['bash', 'example.sh'],
      `. ./nani.sh\nbase_url=${sandbox.base_url} api_key=${api_key} secret_key=${secret_key} payload_encryption_key=${payload_encryption_key}\n${code}\n`,
    ],
  },
  Python: {
    file: 'nani.py',
    needs: ['python3', ['-c', 'import cryptography']],
    write: (code) => [
      'example.py',
      ['python3', 'example.py'],
      `import json\nfrom nani import call\ncredentials = json.loads(${JSON.stringify(JSON.stringify(sandbox))})\n${code}\nprint(json.dumps(answer))\n`,
    ],
  },
  PHP: {
    file: 'nani.php',
    needs: ['php', ['-r', 'exit(extension_loaded("curl") && extension_loaded("openssl") ? 0 : 1);']],
    write: (code) => [
      'example.php',
      ['php', 'example.php'],
      `<?php require 'nani.php';\n$nani = new Nani('${sandbox.base_url}', '${api_key}', '${secret_key}', '${payload_encryption_key}');\n${code}\necho json_encode($answer);\n`,
    ],
  },
  Java: {
    file: 'Nani.java',
    needs: ['javac', ['-version']],
    write: (code) => [
      'Example.java',
      ['bash', '-c', 'javac -d . Nani.java Example.java && java -XX:TieredStopAtLevel=1 -cp . Example'],
      `public class Example { public static void main(String[] args) throws Exception {\nvar nani = new Nani("${sandbox.base_url}", "${api_key}", "${secret_key}", "${payload_encryption_key}");\n${code}\nSystem.out.println(answer.body());\n} }\n`,
    ],
  },
}

for (const [language, { file, needs, write }] of Object.entries(programs))
  test.skipIf(!has(...needs))(
    `the example in ${language} validates an identity with the client of the sandbox (needs ${needs[0]})`,
    async () => {
      await download(file)
      const [name, [command = '', ...args], source] = write(await exampleOf(language))
      writeFileSync(join(folder, name), source)
      const { stdout, stderr } = await run(command, args)
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toMatchObject({ object: 'kyc_validation', result: 'verified' })
    },
    90_000,
  )

/** The examples of each operation on the page, by their language. */
const readExamples = `[...document.querySelectorAll('section.operation')].map((section) => ({
  name: section.id,
  tabs: [...section.querySelectorAll('details[data-language]')].map((tab) => [
    tab.querySelector('summary').textContent,
    tab.querySelector('code').textContent,
  ]),
}))`
type Examples = { name: string; tabs: [language: string, code: string][] }

test('an operation has an example in each of five languages, and those in TypeScript fit the client', async () => {
  await openPage()
  const read = await page.evaluate<Examples[]>(readExamples)
  const all = read.filter(({ tabs }) => tabs.length > 0)
  const languages = ['cURL', 'TypeScript', 'Python', 'PHP', 'Java']
  expect(all.length).toBeGreaterThan(20)
  for (const { name, tabs } of all) {
    const names = tabs.map(([language]) => language)
    // The client has no method for a few operations.
    expect([languages, languages.filter((one) => one !== 'TypeScript')], name).toContainEqual(names)
  }
  const functions = all.flatMap(({ name, tabs }) =>
    tabs
      .filter(([language]) => language === 'TypeScript')
      .map(([, code]) => `export const ${name} = async () => {\n${code}\n}`),
  )
  expect(functions.length).toBeGreaterThan(15)
  const client = join(repositoryRoot, 'packages/sdk/src/index.ts')
  const head = `import type { Nani } from '${client}'\ndeclare const nani: Nani\ndeclare const baseUrl: string\n`
  writeFileSync(join(folder, 'examples.mts'), head + functions.join('\n'))
  const compilerOptions = { noUnusedLocals: false, typeRoots: [join(repositoryRoot, 'node_modules/@types')] }
  const options = {
    extends: join(repositoryRoot, 'tsconfig.json'),
    include: ['examples.mts'],
    compilerOptions,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
  expect(spawnSync(tsc, ['-p', folder], { encoding: 'utf8' }).stdout).toBe('')
}, 60_000)
