import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { limits } from '@nani/contract'
import { rfc3339 } from '../core/index.ts'
import type { FileContent, FilePlaceholder, StoredFile } from '../register/index.ts'
import { isAddress } from './own-address.ts'

export type FileLinks = {
  /** A link that anyone may follow for five minutes (spec 1 § File object). */
  link(fileId: string, baseUrl: string, nowMs: number): { url: string; expires_at: string }
  /** Whether a link is ours and still valid. */
  verify(fileId: string, expires: string, signature: string, nowMs: number): boolean
}

export const filePath = '/files/:file_id'

export const createFileLinks = (key: KeyObject): FileLinks => {
  const sign = (fileId: string, expires: string) =>
    createHmac('sha256', key).update(`${fileId}\n${expires}`).digest('base64url')
  return {
    link(fileId, baseUrl, nowMs) {
      const expiresSeconds = Math.floor(nowMs / 1000) + limits.fileLinkSeconds
      const expires = String(expiresSeconds)
      return {
        url: `${baseUrl}/files/${fileId}?expires=${expires}&signature=${sign(fileId, expires)}`,
        expires_at: rfc3339(expiresSeconds * 1000),
      }
    },
    verify(fileId, expires, signature, nowMs) {
      const expected = Buffer.from(sign(fileId, expires))
      const sent = Buffer.from(signature)
      const authentic = expected.length === sent.length && timingSafeEqual(expected, sent)
      return authentic && /^\d{1,12}$/.test(expires) && nowMs < Number(expires) * 1000
    },
  }
}

export type Delivery = {
  documentDelivery: 'signed_url' | 'base64'
  baseUrl: string
  nowMs: number
}

export type DeliverFiles = (value: unknown, delivery: Delivery) => Promise<unknown>

const isFile = (value: object): value is FilePlaceholder => '$file' in value

type Placeholders = { files: StoredFile[]; addresses: number }

const placeholdersIn = (value: unknown, found: Placeholders = { files: [], addresses: 0 }): Placeholders => {
  if (typeof value !== 'object' || value === null) return found
  if (isFile(value)) found.files.push(value.$file)
  else if (isAddress(value)) found.addresses++
  else for (const member of Object.values(value)) placeholdersIn(member, found)
  return found
}

type Replace = { file(file: StoredFile): unknown; address(path: string): string }

const replacePlaceholders = (value: unknown, replace: Replace): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => replacePlaceholders(member, replace))
  if (isFile(value)) return replace.file(value.$file)
  if (isAddress(value)) return replace.address(value.$address)
  const replaced: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) replaced[name] = replacePlaceholders(member, replace)
  return replaced
}

/** Puts a link, the bytes or an absolute address in place of every placeholder; everything else stays as it is. */
export const createDeliverFiles =
  (links: FileLinks, readFile: (fileId: string) => Promise<FileContent | null>): DeliverFiles =>
  async (value, { documentDelivery, baseUrl, nowMs }) => {
    const { files, addresses } = placeholdersIn(value)
    if (files.length === 0 && addresses === 0) return value
    const address = (path: string) => `${baseUrl}${path}`
    if (documentDelivery === 'signed_url') {
      const file = ({ content_type, file_id }: StoredFile) => ({
        content_type,
        ...links.link(file_id, baseUrl, nowMs),
      })
      return replacePlaceholders(value, { file, address })
    }
    const contents = new Map<string, unknown>()
    for (const { file_id: fileId } of files) {
      const content = await readFile(fileId)
      if (!content) throw new Error('a file of the register is missing')
      contents.set(fileId, { content_type: content.content_type, data: content.bytes.toString('base64') })
    }
    return replacePlaceholders(value, { file: ({ file_id }) => contents.get(file_id), address })
  }
