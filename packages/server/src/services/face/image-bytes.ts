import type { FaceRecognitionRequest } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { WrongField } from '../../calls/calls/index.ts'

type Image = FaceRecognitionRequest['image']

/** Fetches the given URL. Throws `image_unreachable` if that fails. */
export type FetchImage = (url: string) => Promise<Uint8Array>

/** Requires exactly one of `data` and `url`, in a valid form. */
export const checkImage = ({ image }: Pick<FaceRecognitionRequest, 'image'>): WrongField | null => {
  const { data, url } = image
  if (data && url) return { field: 'image', reason: 'takes data or url, not both' }
  if (url) return isWebAddress(url) ? null : { field: 'image.url', reason: 'must be an https address' }
  if (!data) return { field: 'image', reason: 'needs data or url' }
  return data.length % 4 === 0 && !/[-_]/.test(data) && isWhole(data.slice(-4)) ? null : notBase64
}

const notBase64: WrongField = { field: 'image.data', reason: 'must be standard base64, padded' }

/** The unused last bits of the last character must be 0, so that one image has one spelling. */
const isWhole = (end: string) => Buffer.from(end, 'base64').toString('base64') === end

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/**
 * The bytes of the file. Only the call holds them, and they are released with it (spec/face#dossier-for-production).
 */
export const imageBytes = async ({ data, url }: Image, fetchImage: FetchImage): Promise<Uint8Array> => {
  if (url) return fetchImage(url)
  const text = data ?? ''
  const bytes = Buffer.from(text, 'base64')
  // The decoder skips invalid characters. The result then has fewer bytes than the characters encode.
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (bytes.length !== (text.length / 4) * 3 - padding) throw new Refusal('invalid_request', notBase64)
  return bytes
}
