import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { singlePath, validate } from '../client/kyc.ts'
import type { FileData, FileLink, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

let byLink: KycValidation
beforeAll(async () => {
  byLink = (await validate(sandbox, '0001', { document_delivery: 'signed_url' })).json
})

/** Every file of a result, named by its place. */
const filesOf = ({ kyc }: KycValidation): Record<string, FileLink & FileData> => {
  const { fingerprints = [], iris = [], selfie } = kyc.biometrics
  const files: Record<string, unknown> = {
    primary: kyc.documents.primary?.image,
    selfie: selfie?.file,
    ...named(
      'others',
      (kyc.documents.others ?? []).map(({ image }) => image),
    ),
    ...named(
      'fingerprints',
      fingerprints.map(({ file }) => file),
    ),
    ...named(
      'iris',
      iris.map(({ file }) => file),
    ),
  }
  return files as Record<string, FileLink & FileData>
}

const named = (name: string, files: FileLink[]) =>
  Object.fromEntries(files.map((file, position) => [`${name}[${position}]`, file]))

/** The type of a file, from its first bytes. */
const kindOf = (bytes: Buffer): string => {
  if (bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'image/png'
  if (bytes.subarray(0, 3).toString('hex') === 'ffd8ff') return 'image/jpeg'
  if (bytes.subarray(0, 4).toString('latin1') === 'FMR\0') return 'ISO_19794_2'
  if (bytes.subarray(0, 4).toString('latin1') === 'IIR\0') return 'ISO_19794_6'
  return 'unknown'
}

test('signed URLs are the default', async () => {
  const { json } = await validate(sandbox, '0001')
  for (const file of Object.values(filesOf(json)))
    expect(Object.keys(file).sort()).toEqual(['content_type', 'expires_at', 'url'])
})

test('a signed URL works for any HTTP client, without credentials, and gives a real file of its type', async () => {
  for (const [name, { url, content_type }] of Object.entries(filesOf(byLink))) {
    const answer = await fetchPlainly(url)
    expect(answer.status, name).toBe(200)
    expect(answer.headers['content-type']).toBe(content_type)
    const kind = kindOf(answer.body)
    if (name.startsWith('fingerprints')) expect(kind).toBe('ISO_19794_2')
    else if (name.startsWith('iris')) expect(kind).toBe('ISO_19794_6')
    else expect(kind, name).toBe(content_type)
  }
})

test('signed URLs are valid for 5 minutes', () => {
  for (const { expires_at } of Object.values(filesOf(byLink))) {
    const seconds = (Date.parse(expires_at) - Date.parse(byLink.created_at)) / 1000
    expect(seconds).toBeGreaterThan(295)
    expect(seconds).toBeLessThanOrEqual(301)
  }
})

test('a signed URL with any changed part returns 403', async () => {
  const { url } = filesOf(byLink).selfie!
  const { pathname, search } = new URL(url)
  const target = pathname + search
  let refused = 0
  for (const [text] of target.matchAll(/[0-9A-Za-z_-]{6,}/g)) {
    if (['sandbox', 'production', 'expires', 'signature'].includes(text)) continue
    const last = text.at(-1) === '1' ? '2' : '1'
    const changed = target.replace(text, text.slice(0, -1) + last)
    const answer = await fetchPlainly(new URL(changed, sandbox.base_url).href)
    expect([403, 404], `${changed} answered ${answer.status}`).toContain(answer.status)
    if (answer.status === 403) refused++
  }
  expect(refused).toBeGreaterThan(0)
})

test('an expiry in the future, or without one, returns 403', async () => {
  const { url } = filesOf(byLink).selfie!
  const address = new URL(url)
  const [name, value] = [...address.searchParams].find(([, candidate]) => /^\d{10,13}$/.test(candidate)) ?? []
  expect(name, `the expiry in ${url}`).toBeDefined()
  address.searchParams.set(name!, String(Number(value) + 3600))
  expect((await fetchPlainly(address.href)).status).toBe(403)
  address.searchParams.delete(name!)
  expect((await fetchPlainly(address.href)).status).toBe(403)
})

test('base64 delivery is {content_type, data} with the same bytes, in place of url and expires_at', async () => {
  const { json } = await validate(sandbox, '0001', { document_delivery: 'base64' })
  const linked = filesOf(byLink)
  for (const [name, file] of Object.entries(filesOf(json))) {
    expect(Object.keys(file).sort()).toEqual(['content_type', 'data'])
    expect(file.data).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(Buffer.from(file.data, 'base64').equals((await fetchPlainly(linked[name]!.url)).body), name).toBe(
      true,
    )
    expect(file.content_type).toBe(linked[name]!.content_type)
  }
})

test('reading a validation again gives fresh signed URLs that work', async () => {
  const again = (await get<KycValidation>(sandbox, `${singlePath}/${byLink.id}`)).json
  for (const [name, { url, expires_at }] of Object.entries(filesOf(again))) {
    expect((await fetchPlainly(url)).status).toBe(200)
    expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(Date.parse(filesOf(byLink)[name]!.expires_at))
  }
})

test('files are encrypted at rest: their bytes are nowhere under the data directory', async () => {
  const { body } = await fetchPlainly(filesOf(byLink).selfie!.url)
  const middle = Math.floor(body.length / 2)
  const needle = body.subarray(middle, middle + 24)
  const needles = [
    needle,
    Buffer.from(needle.toString('hex')),
    Buffer.from(
      body
        .subarray(middle - (middle % 3))
        .toString('base64')
        .slice(0, 32),
    ),
  ]
  const files = globSync('**/*', { cwd: dataDir })
    .map((name) => join(dataDir, name))
    .filter(isReadableFile)
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) => contains(file, needles))
  expect(found).toEqual([])
})

/** The database adds and removes files while they are listed. */
const isReadableFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

const contains = (file: string, needles: Buffer[]): boolean => {
  try {
    const content = readFileSync(file)
    return needles.some((needle) => content.includes(needle))
  } catch {
    return false
  }
}
