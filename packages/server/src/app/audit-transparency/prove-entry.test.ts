import { canonicalJson } from '@nani/contract'
import {
  formatTlogProof,
  leafHash,
  newPrivateKey,
  openSigner,
  signCheckpoint,
} from '@nani/engines/transparency-log/index.ts'
import { expect, test } from 'vitest'
import { commitmentOf } from './append-entries.ts'
import { verifyEntryProof } from './prove-entry.ts'

const key = openSigner('log.example/sandbox', 'ed25519', newPrivateKey())
const entry = { service: 'kyc_validation' }

/** The proof of the only leaf of a log. */
const proofWith = (salt: Buffer, encoded = salt.toString('base64')): string => {
  const root = leafHash(commitmentOf(salt, canonicalJson(entry)))
  return formatTlogProof({
    ...{ extra: Buffer.from(canonicalJson({ entry, salt: encoded })), index: 0, proof: [] },
    checkpoint: signCheckpoint({ origin: key.name, size: 1, root }, key),
  })
}
const verified = (proof: string) => verifyEntryProof(proof, { key, witnesses: [] })

test('the random bytes of a proof are sixteen: none of them can be a part of the entry', () => {
  const salt = Buffer.alloc(16, 7)
  expect(verified(proofWith(salt)).entry).toEqual(entry)
  for (const bytes of [0, 15, 17])
    expect(() => verified(proofWith(Buffer.alloc(bytes, 7)))).toThrow('the entry and its salt')
  expect(() => verified(proofWith(salt, `${salt.toString('base64')}AA`))).toThrow('the entry and its salt')
})
