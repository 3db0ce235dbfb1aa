import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type JwkSet, type VerifiedReceipt, verifyReceipt } from '@nani/sdk'
import { labelled } from '../../aligned-columns.ts'
import { Failure } from '../../failure.ts'
import { paint, printable, printJson, type Terminal } from '../../terminal.ts'

export type VerifyOptions = { jwks: string; issuer?: string; json?: boolean }

/** `nani receipt verify FILE`: no call of the API. Only a key set with an address is read from the network. */
export const verify = async (file: string, options: VerifyOptions, terminal: Terminal): Promise<void> => {
  const text = readText(resolve(terminal.cwd, file))
  const keys = parseKeySet(await readKeySet(options.jwks, terminal), options.jwks)
  const verified = await verifyReceipt(text, keys, { issuer: options.issuer })
  if (options.json) printJson(terminal, jsonOf(verified))
  else terminal.out(textOf(verified, terminal))
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Failure('file_not_found', `The file ${path} cannot be read.`)
  }
}

const maxKeySetBytes = 1 << 20
const timeoutMs = 10_000

const readKeySet = async (place: string, { cwd }: Terminal): Promise<string> => {
  if (!/^https?:\/\//.test(place)) return readText(resolve(cwd, place))
  try {
    const response = await fetch(place, { signal: AbortSignal.timeout(timeoutMs) })
    const text = response.ok ? await response.text() : null
    if (text !== null && text.length <= maxKeySetBytes) return text
  } catch {
    // The failure below names the address.
  }
  throw new Failure('key_set_unreachable', `${place} returned no key set.`, 'Use a file with the key set.')
}

const parseKeySet = (text: string, place: string): JwkSet => {
  try {
    const value = JSON.parse(text) as JwkSet
    if (Array.isArray(value.keys)) return value
  } catch {
    // No rethrow: the message of a parser says less.
  }
  throw new Failure(
    'invalid_value',
    `${place} contains no key set.`,
    'It is the JSON of /v1/receipts/jwks.json.',
  )
}

/** The names of the API. */
const jsonOf = ({ issuedAt, resultSha256, ...verified }: VerifiedReceipt) => ({
  verified: true,
  ...verified,
  issued_at: issuedAt.toISOString(),
  result_sha256: resultSha256,
})

const textOf = (verified: VerifiedReceipt, terminal: Terminal): string => {
  const { kid, issuer, id, service, application, livemode, issuedAt, fields, result } = verified
  const shown = Object.entries(fields).map(([name, value]): [string, string[]] => [
    printable(name),
    [textOfValue(value)],
  ])
  return [
    `${paint(terminal, 'good', 'VERIFIED')}  ${paint(terminal, 'strong', printable(id))}`,
    '',
    labelled([
      ['Issuer', [printable(issuer)]],
      ['Key', [printable(kid)]],
      ['Service', [printable(service)]],
      ['Application', [printable(application)]],
      ['Environment', [livemode ? 'production' : 'sandbox']],
      ['Made', [issuedAt.toISOString()]],
      ['Shows', [result ? 'the whole result' : `${shown.length} fields of the result`]],
    ]),
    '',
    ...(shown.length > 0 ? [labelled(shown), ''] : []),
  ].join('\n')
}

const textOfValue = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value))
