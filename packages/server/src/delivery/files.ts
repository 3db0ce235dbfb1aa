import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@nani/contract'
import { rfc3339 } from '../core/index.ts'
import type { FileContent, StoredFile } from '../register/index.ts'

/** In a stored result, a file stands as `{ $file: … }`; how it is delivered is decided when it is told. */
export type FilePlaceholder = { $file: StoredFile }

export const filePlaceholder = (file: StoredFile): FilePlaceholder => ({ $file: file })

export type FileLinks = {
  /** A link that anyone may follow for five minutes (spec 1 § File object). */
  link(fileId: string, baseUrl: string, nowMs: number): { url: string; expires_at: string }
  /** Whether a link is ours and still valid. */
  verify(fileId: string, expires: string, signature: string, nowMs: number): boolean
}

export const filePath = '/files/:file_id'

export const createFileLinks = (key: Buffer): FileLinks => {
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

/** Puts a link or the bytes in place of every placeholder; everything else stays as it is. */
export const createDeliverFiles = (
  links: FileLinks,
  readFile: (fileId: string) => Promise<FileContent | null>,
): DeliverFiles => {
  const deliver = async (value: unknown, delivery: Delivery): Promise<unknown> => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return Promise.all(value.map((member) => deliver(member, delivery)))
    if ('$file' in value) return deliverOne((value as FilePlaceholder).$file, delivery)
    const entries = Object.entries(value)
    const members = await Promise.all(entries.map(async ([name, member]) => [name, await deliver(member, delivery)]))
    return Object.fromEntries(members)
  }

  const deliverOne = async (file: StoredFile, delivery: Delivery) => {
    if (delivery.documentDelivery === 'signed_url') {
      return { content_type: file.content_type, ...links.link(file.file_id, delivery.baseUrl, delivery.nowMs) }
    }
    const content = await readFile(file.file_id)
    if (!content) throw new Error('a file of the register is missing')
    return { content_type: content.content_type, data: content.bytes.toString('base64') }
  }
  return deliver
}
