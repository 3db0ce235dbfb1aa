import { createHmac, type KeyObject } from 'node:crypto'
import { signedText } from '../../../citizens/citizen-devices/index.ts'
import { type Handle, handleText } from '../handles.ts'

/** What a device signs, one line for each fact. Only the server makes it, from the row of the request. */
export const approvalText = (
  shown: Handle & { application: string; scopes: readonly string[]; nonce: string },
): string =>
  signedText('nani sign-in approval 1', {
    application: `${shown.application} (${shown.applicationId})`,
    scopes: shown.scopes.join(' '),
    transaction: handleText(shown),
    nonce: shown.nonce,
  })

const scopesLine = 'scopes: '

/** The scopes that a text names. A line ends at `\n` alone: a name may have another separator of lines. */
export const scopesOfText = (text: string): string[] => {
  const line = text.split('\n').find((one) => one.startsWith(scopesLine)) ?? scopesLine
  return line.slice(scopesLine.length).split(' ').filter(Boolean)
}

/** It follows from the request and the device, so that a signature of one device counts for no other. */
export const approvalNonce = (key: KeyObject, { requestId }: Handle, deviceId: string): string =>
  createHmac('sha256', key).update(`approval nonce ${requestId} ${deviceId}`).digest('base64url')
