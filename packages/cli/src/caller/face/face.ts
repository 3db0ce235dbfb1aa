import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type FaceRecognitionRequest, type IdentifierType, identificationThreshold } from '@nani/sdk'
import { Failure } from '../../failure.ts'
import type { Terminal } from '../../terminal.ts'
import { type SingleCallOptions, singleCall } from '../single-call.ts'
import { faceCard } from './face-card.ts'

export type FaceOptions = SingleCallOptions & {
  type?: string
  reason: string
  threshold?: number
  liveness?: boolean
  scopes?: string[]
  base64?: boolean
}

/** The service fetches a URL. A local file is sent. */
const imageOf = async (photograph: string, terminal: Terminal): Promise<FaceRecognitionRequest['image']> => {
  if (/^https?:\/\//i.test(photograph)) return { url: photograph }
  const file = resolve(terminal.cwd, photograph)
  try {
    return { data: (await readFile(file)).toString('base64') }
  } catch {
    throw new Failure(
      'file_not_found',
      `There is no file ${file}.`,
      'Name a JPEG or PNG file, or an https URL.',
    )
  }
}

const recognize = async (
  photograph: string,
  identifier: string | null,
  options: FaceOptions,
  terminal: Terminal,
): Promise<void> =>
  singleCall(
    {
      methodsOf: ({ face }) => ({ now: face.recognize, asJob: face.recognizeAsync }),
      request: {
        image: await imageOf(photograph, terminal),
        identifier:
          identifier === null
            ? undefined
            : { type: (options.type ?? 'svc_id') as IdentifierType, value: identifier },
        liveness: options.liveness === false ? 'none' : undefined,
        threshold: options.threshold,
        reason: options.reason,
        purpose: options.purpose,
        scopes: options.scopes,
        document_delivery: options.base64 ? 'base64' : undefined,
        reference: options.reference,
      },
      card: faceCard,
    },
    options,
    terminal,
  )

/** `nani face verify`: compares a photograph with one person. */
export const verifyFace = (
  photograph: string,
  identifier: string,
  options: FaceOptions,
  terminal: Terminal,
) => recognize(photograph, identifier, options, terminal)

/** `nani face identify`: searches for the person of a photograph, at the threshold of the guidance if none is given. */
export const identifyFace = (photograph: string, options: FaceOptions, terminal: Terminal) =>
  recognize(photograph, null, { threshold: identificationThreshold, ...options }, terminal)
