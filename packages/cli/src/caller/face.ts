import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FaceRecognitionRequest, IdentifierType } from '@nani/contract'
import { Failure } from '../failure.ts'
import { printable, type Terminal } from '../terminal.ts'
import { faceCard } from './face-card.ts'
import { type SingleCallOptions, singleCall } from './single-call.ts'

export type FaceOptions = SingleCallOptions & {
  type?: string
  reason: string
  threshold?: number
  liveness?: boolean
  scopes?: string[]
  base64?: boolean
}

/** An address is fetched by the service; a file of this machine is sent. */
const imageOf = async (photograph: string, terminal: Terminal): Promise<FaceRecognitionRequest['image']> => {
  if (/^https?:\/\//i.test(photograph)) return { url: photograph }
  const file = resolve(terminal.cwd, photograph)
  try {
    return { data: (await readFile(file)).toString('base64') }
  } catch {
    throw new Failure(`There is no file ${printable(file)}.`, 'It is a JPEG, a PNG, or an https address.')
  }
}

const recognize = async (
  photograph: string,
  identifier: string | null,
  options: FaceOptions,
  terminal: Terminal,
): Promise<void> =>
  singleCall(
    ({ face }) => ({ now: face.recognize, asJob: face.recognizeAsync }),
    {
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
    faceCard,
    options,
    terminal,
  )

/** `nani face verify`: is it them? */
export const verifyFace = (
  photograph: string,
  identifier: string,
  options: FaceOptions,
  terminal: Terminal,
) => recognize(photograph, identifier, options, terminal)

/** `nani face identify`: who is it? */
export const identifyFace = (photograph: string, options: FaceOptions, terminal: Terminal) =>
  recognize(photograph, null, options, terminal)
