import { canonicalJson } from '@nani/contract'
import { expect, test } from 'vitest'
import { cosign, cosignedAt } from './cosignature.ts'
import { decodeBundle, encodeBundle } from './entry-bundle.ts'
import { newPrivateKey, openSigner, readVerifierKey, verifierKey } from './note-key.ts'
import { isSignedBy, readNote, signNote } from './signed-note.ts'
import { readTilePath, tilePath } from './tile-path.ts'

/** The example of C2SP signed-note. */
const published = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note: 'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
}

test('the published note verifies with the published key, and a changed one does not', () => {
  const key = readVerifierKey(published.key)
  expect(verifierKey(key)).toBe(published.key)
  expect(isSignedBy(readNote(published.note), key)).toBe(true)
  expect(isSignedBy(readNote(published.note.replace('example message', 'Example message')), key)).toBe(false)
  expect(() => readVerifierKey(published.key.replace('530d903a', '530d903b'))).toThrow('does not fit')
})

test('signatures of unknown keys are ignored, and one invalid signature of a known key is not', () => {
  const signer = openSigner('log.example', 'ed25519', newPrivateKey())
  const other = openSigner('other.example', 'ed25519', newPrivateKey())
  const note = signNote('text\n', signer)
  const line = signNote('text\n', other).split('\n\n')[1] as string
  expect(isSignedBy(readNote(note + line), signer)).toBe(true)
  const ofOtherText = signNote('other\n', signer).split('\n\n')[1] as string
  expect(isSignedBy(readNote(note + ofOtherText), signer)).toBe(false)
})

test.each([
  ['no signatures', 'text\n'],
  ['a control character', 'te\txt\n\n— a AAAAAAA=\n'],
  ['a line that is no signature', 'text\n\n- a AAAAAAA=\n'],
  ['base64 that is not canonical', 'text\n\n— a AAAAAAB=\n'],
])('a note with %s is malformed', (_name, note) => {
  expect(() => readNote(note)).toThrow('malformed')
})

test('a cosignature has its time under the signature', () => {
  const witness = openSigner('witness.example', 'cosignature', newPrivateKey())
  const text = 'log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'
  const line = cosign(text, 1_700_000_000_999, witness)
  expect(cosignedAt(readNote(`${text}\n${line}`), witness)).toBe(1_700_000_000_000)
  const stranger = openSigner('stranger.example', 'cosignature', newPrivateKey())
  expect(cosignedAt(readNote(`${text}\n${line}`), stranger)).toBeNull()
})

test('a cosignature of a known key that is not one of this text, or has no time, refuses the note', () => {
  const witness = openSigner('witness.example', 'cosignature', newPrivateKey())
  const text = 'log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'
  const good = cosign(text, 5_000, witness)
  for (const lines of [
    cosign(text.replace('\n0\n', '\n1\n'), 5_000, witness),
    good + cosign('other\n', 5_000, witness),
    cosign(text, 0, witness),
    cosign(text, 8.64e15 + 1_000, witness),
    `— ${witness.name} ${Buffer.concat([witness.id, Buffer.alloc(4)]).toString('base64')}\n`,
  ])
    expect(() => cosignedAt(readNote(`${text}\n${lines}`), witness)).toThrow('is not valid')
})

test('a note with sixteen signatures of a post-quantum algorithm is read', () => {
  const signer = openSigner('log.example', 'ed25519', newPrivateKey())
  const lines = Array.from(
    { length: 16 },
    (_, place) => `— witness${place}.example ${Buffer.alloc(4 + 4_627, place + 1).toString('base64')}\n`,
  )
  expect(isSignedBy(readNote(signNote('text\n', signer) + lines.join('')), signer)).toBe(true)
})

test('the paths of tiles, and no other path', () => {
  expect(tilePath({ level: 0, tile: 1_234_067, width: 8 })).toBe('tile/0/x001/x234/067.p/8')
  expect(tilePath({ level: 'entries', tile: 5, width: 256 })).toBe('tile/entries/005')
  for (const path of ['tile/0/x001/x234/067.p/8', 'tile/entries/005', 'tile/63/000.p/255'])
    expect(tilePath(readTilePath(path) as NonNullable<ReturnType<typeof readTilePath>>)).toBe(path)
  for (const path of [
    'tile/00/005',
    'tile/0/5',
    'tile/0/x000/005',
    'tile/64/005',
    'tile/0/005.p/0',
    'tile/0/005.p/256',
    'tile/0/../005',
    'tile/0/005/',
  ])
    expect(readTilePath(path)).toBeNull()
})

test('a bundle of entries, and one that is cut', () => {
  const entries = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(40, 7)]
  const bundle = encodeBundle(entries)
  expect(decodeBundle(bundle)).toEqual(entries)
  expect(() => decodeBundle(bundle.subarray(0, -1))).toThrow('within an entry')
  expect(() => decodeBundle(bundle.subarray(0, 1))).toThrow('within an entry')
})

test('the canonical form of RFC 8785 sorts by UTF-16 code units', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  expect(canonicalJson({ b: [null, true, 1.5], a: '\u000f"' })).toBe('{"a":"\\u000f\\"","b":[null,true,1.5]}')
})
