import Type from 'typebox'
import { CitizenError } from './api-error.ts'

const maxCharacters = 12 * 1024 * 1024

/** A photograph in base64. */
export const imageField = Type.String({ minLength: 1, maxLength: maxCharacters })

export const imageBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0) throw new CitizenError('invalid_request')
  return bytes
}
