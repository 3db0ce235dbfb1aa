import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import { canonical, verifyReceipt } from './independent-verifier.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')
const path = '/v1/kyc/validations'

type Result = Record<string, unknown> & { id: string; created_at: string }
type Receipt = { object: string; id: string; receipt: string; issuer: string; jwks_uri: string }
type Keys = Parameters<typeof verifyReceipt>[1]

const validated = async (): Promise<Result> =>
  (
    await post<Result>(sandbox, path, {
      ...{ identifier: sandboxPerson('0001'), purpose: 'customer_onboarding', scopes: ['kyc.languages'] },
    })
  ).json
const receiptOf = async (id: string) => (await get<Receipt>(sandbox, `${path}/${id}/receipt`)).json
const keySet = async (): Promise<Keys> =>
  ((await (await fetch(`${sandbox.base_url}/v1/receipts/jwks.json`)).json()) as { keys: Keys }).keys

test('a receipt proves the whole result, with the open claims', async () => {
  const result = await validated()

  const answer = await receiptOf(result.id)

  const { header, claims } = verifyReceipt(answer.receipt, await keySet())
  expect(header).toMatchObject({ alg: 'EdDSA', typ: 'nani-receipt+sd-jwt' })
  expect(answer).toMatchObject({ object: 'receipt', id: result.id, issuer: claims.iss })
  expect(claims).toMatchObject({
    ...result,
    iat: Math.floor(Date.parse(result.created_at) / 1000),
    jti: result.id,
    livemode: false,
    service: 'kyc_validation',
    application: sandbox.application_id,
    result_sha256: createHash('sha256').update(canonical(result)).digest('hex'),
  })
  expect(
    Object.keys(verifyReceipt(`${answer.receipt.split('~')[0]}~`, await keySet()).claims).toSorted(),
  ).toEqual(['application', 'iat', 'iss', 'jti', 'livemode', 'result_sha256', 'service'].toSorted())
})

test('the command shows two claims, and verifies its file without the API', async () => {
  const { id } = await validated()
  const folder = mkdtempSync(join(tmpdir(), 'nani-receipts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'proof.sdjwt')

  await nani(dataDir, 'receipt', id, '--show', 'result,created_at', '--out', file)
  const verified = await naniJson<{ verified: boolean; fields: object }>(
    dataDir,
    ...['receipt', 'verify', file, '--jwks', `${sandbox.base_url}/v1/receipts/jwks.json`],
  )

  expect(Object.keys(verified.fields).toSorted()).toEqual(['created_at', 'result'])
  expect(readFileSync(file, 'utf8').split('~')).toHaveLength(4)
})

test('a rotation changes no receipt, and signs later ones with a new key', async () => {
  const earlier = await validated()
  const before = await receiptOf(earlier.id)

  await nani(dataDir, 'receipts', 'rotate-key', '--environment', 'sandbox')

  const later = await receiptOf((await validated()).id)
  expect(await receiptOf(earlier.id)).toEqual(before)
  const keys = await keySet()
  const kidOf = ({ receipt }: Receipt) => verifyReceipt(receipt, keys).header.kid
  expect(kidOf(later)).not.toBe(kidOf(before))
})

test('another application gets the response of a missing result', async () => {
  const { id } = await validated()
  const stranger = await createApplication(dataDir, { services: ['kyc_validation'] })

  expectRefusal(await get(stranger, `${path}/${id}/receipt`), 'not_found')
})
