import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { receiptIssuer, receiptResult } from '../../../../sdk/src/testing/issue-receipt.ts'
import { answer, nani } from '../../testing/run-nani.ts'

const { issue, keys } = receiptIssuer()
const answered = async () => ({
  ...{ object: 'receipt', id: receiptResult.id, receipt: await issue() },
  ...{ issuer: 'https://api.example', jwks_uri: 'https://api.example/v1/receipts/jwks.json' },
})

const folderWithKeys = () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-receipt-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify(keys))
  return folder
}

test('writes the claims that are shown to a file, which verifies offline', async () => {
  const folder = folderWithKeys()
  const file = join(folder, 'proof.sdjwt')
  const written = await nani(
    ['receipt', receiptResult.id, '--show', 'result,created_at', '--out', file],
    [answer(await answered())],
  )
  const verified = await nani(['receipt', 'verify', file, '--jwks', join(folder, 'jwks.json')], [])
  const json = await nani(['receipt', 'verify', file, '--jwks', join(folder, 'jwks.json'), '--json'], [])

  expect(written).toMatchObject({ code: 0, out: `The receipt of ${receiptResult.id} is in ${file}.\n` })
  expect(written.seen[0]?.target).toBe(`/v1/kyc/validations/${receiptResult.id}/receipt`)
  expect(verified.code).toBe(0)
  expect(verified.out).toMatch(/^VERIFIED {2}kyc_/)
  expect(verified.out).toContain('2 fields of the result')
  expect(verified.out).not.toContain('Ngalula')
  expect(JSON.parse(json.out)).toMatchObject({
    ...{ verified: true, id: receiptResult.id, result: null },
    fields: { result: 'verified', created_at: receiptResult.created_at },
  })
  expect(readFileSync(file, 'utf8')).not.toContain('Ngalula')
})

test('without options prints the receipt with every claim', async () => {
  const receipt = await answered()
  const { out } = await nani(['receipt', receiptResult.id], [answer(receipt)])

  expect(out).toBe(`${receipt.receipt}\n`)
})

test('an altered file, another key and an unknown claim end with a code', async () => {
  const folder = folderWithKeys()
  const file = join(folder, 'proof.sdjwt')
  writeFileSync(file, (await issue()).replace('~', 'x~'))
  const jwks = join(folder, 'jwks.json')
  const errorOf = async (args: string[], handlers: Parameters<typeof nani>[1] = []) => {
    const { code, out } = await nani([...args, '--json'], handlers)
    expect(code).toBe(1)
    return (JSON.parse(out) as { error: { code: string } }).error.code
  }

  expect(await errorOf(['receipt', 'verify', file, '--jwks', jwks])).toBe('receipt_invalid')
  expect(await errorOf(['receipt', 'verify', join(folder, 'gone'), '--jwks', jwks])).toBe('file_not_found')
  expect(await errorOf(['receipt', 'verify', file, '--jwks', file])).toBe('invalid_value')
  expect(await errorOf(['receipt', 'verify', file, '--jwks', 'http://127.0.0.1:9/'])).toBe(
    'key_set_unreachable',
  )
  expect(await errorOf(['receipt', 'job_01'])).toBe('invalid_value')
  const unknown = ['receipt', receiptResult.id, '--show', 'kyc.religion']
  expect(await errorOf(unknown, [answer(await answered())])).toBe('invalid_value')
})
