import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { limits } from '@nani/contract'
import { nextTurn, rfc3339 } from '@nani/foundation/core/index.ts'
import type { FileContent, FilePlaceholder, StoredFile } from '../../../register/register/index.ts'
import { isAbsoluteUrl } from './absolute-url-placeholder.ts'

/** The result whose response contains a link. Each fetch of the file is audited under this result. */
export type LinkIssuer = { applicationId: string; resultId: string }

export type FileLinks = {
  /** A link that works for five minutes for everyone (spec/disclosure#file-object). It names the result that issued it. */
  link(
    fileId: string,
    issuer: LinkIssuer,
    baseUrl: string,
    nowMs: number,
  ): { url: string; expires_at: string }
  /** The issuer of an authentic and valid link, or null. `query` is the received query of the URL. */
  verify(fileId: string, query: Readonly<Record<string, unknown>>, nowMs: number): LinkIssuer | null
}

export const filePath = '/files/:file_id'

export const createFileLinks = (key: KeyObject): FileLinks => {
  // Four values on four lines. A line break inside a value would add a line.
  const sign = (fileId: string, { applicationId, resultId }: LinkIssuer, expires: string) =>
    createHmac('sha256', key)
      .update(`${fileId}\n${applicationId}\n${resultId}\n${expires}`)
      .digest('base64url')
  return {
    link(fileId, issuer, baseUrl, nowMs) {
      const expiresSeconds = Math.floor(nowMs / 1000) + limits.fileLinkSeconds
      const expires = String(expiresSeconds)
      const { applicationId, resultId } = issuer
      // No value has a character that a URL would escape.
      const query = `application=${applicationId}&result=${resultId}&expires=${expires}&signature=${sign(fileId, issuer, expires)}`
      return { url: `${baseUrl}/files/${fileId}?${query}`, expires_at: rfc3339(expiresSeconds * 1000) }
    },
    verify(fileId, { application, result, expires, signature }, nowMs) {
      if (typeof application !== 'string' || typeof result !== 'string') return null
      if (typeof expires !== 'string' || typeof signature !== 'string') return null
      const issuer = { applicationId: application, resultId: result }
      const expected = Buffer.from(sign(fileId, issuer, expires))
      const sent = Buffer.from(signature)
      const authentic = expected.length === sent.length && timingSafeEqual(expected, sent)
      return authentic && /^\d{1,12}$/.test(expires) && nowMs < Number(expires) * 1000 ? issuer : null
    },
  }
}

export type Delivery = {
  /** `sha256`: in a receipt. */
  documentDelivery: 'signed_url' | 'base64' | 'sha256'
  issuer: LinkIssuer
  baseUrl: string
  nowMs: number
}

/** Replaces every placeholder by a link, the bytes, their SHA-256 or an absolute URL. */
export type DeliverFiles = {
  /** A value without placeholders is returned itself. */
  inValue(value: Record<string, unknown>, delivery: Delivery): Promise<Record<string, unknown>>
  /** The same in the JSON of a value, without parsing it. */
  inJson(json: string, delivery: Delivery): Promise<string>
}

const isFile = (value: object): value is FilePlaceholder => '$file' in value

/** Renders a placeholder of a file. */
type RenderFile = (file: StoredFile) => unknown

/** A larger file is encoded and rendered in turns of the event loop of its own. */
const largeFileBytes = 64 * 1024

type FileSource = { links: FileLinks; readFile: (fileId: string) => Promise<FileContent | null> }

const renderFiles = async (
  files: readonly StoredFile[],
  { documentDelivery, issuer, baseUrl, nowMs }: Delivery,
  { links, readFile }: FileSource,
): Promise<RenderFile> => {
  if (documentDelivery === 'signed_url')
    return ({ content_type, file_id }) => ({ content_type, ...links.link(file_id, issuer, baseUrl, nowMs) })
  const contents = new Map<string, unknown>()
  for (const { file_id: fileId } of files) {
    const content = await readFile(fileId)
    if (!content) throw new Error('a file of the register is missing')
    // Files of many items are read together, and each is encoded and then rendered.
    const isLarge = content.bytes.length > largeFileBytes
    if (isLarge) await nextTurn()
    contents.set(fileId, {
      content_type: content.content_type,
      ...(documentDelivery === 'sha256'
        ? { sha256: hash('sha256', content.bytes) }
        : { data: content.bytes.toString('base64') }),
    })
    if (isLarge) await nextTurn()
  }
  return ({ file_id }) => contents.get(file_id)
}

type Placeholders = { files: StoredFile[]; addresses: number }

const placeholdersIn = (value: unknown, found: Placeholders = { files: [], addresses: 0 }): Placeholders => {
  if (typeof value !== 'object' || value === null) return found
  if (isFile(value)) found.files.push(value.$file)
  else if (isAbsoluteUrl(value)) found.addresses++
  else for (const member of Object.values(value)) placeholdersIn(member, found)
  return found
}

type Replace = { file: RenderFile; address(path: string): string }

const replacePlaceholders = (value: unknown, replace: Replace): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => replacePlaceholders(member, replace))
  if (isFile(value)) return replace.file(value.$file)
  if (isAbsoluteUrl(value)) return replace.address(value.$address)
  return replaceInMembers(value, replace)
}

const replaceInMembers = (value: object, replace: Replace): Record<string, unknown> => {
  const replaced: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) replaced[name] = replacePlaceholders(member, replace)
  return replaced
}

/** A text cannot contain the beginning of this: its quotation marks are escaped. */
const placeholderStart = '{"$'
const jsonText = String.raw`"(?:[^"\\]|\\.)*"`
const placeholderInJson = new RegExp(
  String.raw`\{"\$file":(\{(?:[^{}"]|${jsonText})*\})\}|\{"\$address":(${jsonText})\}`,
  'g',
)

export const createDeliverFiles = (links: FileLinks, readFile: FileSource['readFile']): DeliverFiles => {
  const replaceWith = async (files: readonly StoredFile[], delivery: Delivery): Promise<Replace> => ({
    file: await renderFiles(files, delivery, { links, readFile }),
    address: (path) => `${delivery.baseUrl}${path}`,
  })
  return {
    async inValue(value, delivery) {
      const { files, addresses } = placeholdersIn(value)
      if (files.length === 0 && addresses === 0) return value
      return replaceInMembers(value, await replaceWith(files, delivery))
    },
    async inJson(json, delivery) {
      if (!json.includes(placeholderStart)) return json
      const found = [...json.matchAll(placeholderInJson)].map(
        ({ index, 0: { length }, 1: file, 2: path }) => ({
          index,
          end: index + length,
          value: JSON.parse(file ?? (path as string)) as StoredFile | string,
        }),
      )
      const files = found.flatMap(({ value }) => (typeof value === 'string' ? [] : [value]))
      const replace = await replaceWith(files, delivery)
      let delivered = ''
      let from = 0
      for (const { index, end, value } of found) {
        const replaced = typeof value === 'string' ? replace.address(value) : replace.file(value)
        delivered += json.slice(from, index) + JSON.stringify(replaced)
        from = end
      }
      return delivered + json.slice(from)
    },
  }
}
