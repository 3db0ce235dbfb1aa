import type { FaceRecognitionRequest } from '@nani/contract'
import { Refusal } from '../../core/index.ts'
import type { WrongField } from '../../delivery/index.ts'

type Image = FaceRecognitionRequest['image']

/** Fetches what a caller named; throws `image_unreachable` when it cannot be had. */
export type FetchImage = (url: string) => Promise<Uint8Array>

/** Exactly one of `data` and `url`, and what each of them looks like. */
export const checkImage = ({ image }: Pick<FaceRecognitionRequest, 'image'>): WrongField | null => {
  const { data, url } = image
  if (data && url) return { field: 'image', reason: 'takes data or url, not both' }
  if (url) return isWebAddress(url) ? null : { field: 'image.url', reason: 'must be an https address' }
  if (!data) return { field: 'image', reason: 'needs data or url' }
  return data.length % 4 === 0 && !/[-_]/.test(data) && isWhole(data.slice(-4)) ? null : notBase64
}

const notBase64: WrongField = { field: 'image.data', reason: 'must be standard base64, padded' }

/** The last bits of the last character stand for nothing, and are 0: one image has one spelling. */
const isWhole = (end: string) => Buffer.from(end, 'base64').toString('base64') === end

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** The file itself. It is held by the call alone, and is gone with it (spec 1 § Production review). */
export const imageBytes = async ({ data, url }: Image, fetchImage: FetchImage): Promise<Uint8Array> => {
  if (url) return fetchImage(url)
  const text = data ?? ''
  const bytes = Buffer.from(text, 'base64')
  // What is no base64 is skipped by the decoder: then there are fewer bytes than characters stand for.
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (bytes.length !== (text.length / 4) * 3 - padding) throw new Refusal('invalid_request', notBase64)
  return bytes
}
