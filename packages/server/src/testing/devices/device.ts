import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A device in software, with a key of WebCrypto. */
export const webCryptoDevice = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = (content: string | Buffer): string =>
    sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return {
    signature,
    offer: (challenge: Buffer) => ({
      kind: 'webcrypto' as const,
      public_key: publicKey.export({ format: 'jwk' }),
      signature: signature(challenge),
    }),
  }
}

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

type Cbor = number | string | Buffer | [Cbor, Cbor][]

/** The part of CBOR that WebAuthn uses. A list of pairs is a map. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flat().map(cbor)])
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** An authenticator of WebAuthn in software. */
export const webAuthnDevice = (origin: string, { verifiesUser = true } = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  const flags = userPresent | (verifiesUser ? userVerified : 0)
  let counter = 0
  const clientData = (type: string, challenge: Buffer, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge: challenge.toString('base64url'), origin: from }))
  const authenticatorData = (more: number, next = ++counter) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(next)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags | more]), count])
  }
  return {
    offer(challenge: Buffer, from = origin) {
      const cose = cbor([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        cose,
      ])
      const authData = Buffer.concat([authenticatorData(hasCredential), attested])
      const attestation = cbor([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      }
      const type = 'public-key' as const
      return {
        kind: 'webauthn' as const,
        response: { id, rawId: id, type, response, clientExtensionResults: {} },
      }
    },
    /** `counted`: a copy of the device counts by itself. */
    assertion(challenge: Buffer, from = origin, counted?: number) {
      const authData = authenticatorData(0, counted)
      const data = clientData('webauthn.get', challenge, from)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      const type = 'public-key' as const
      return { id, rawId: id, type, response, clientExtensionResults: {} }
    },
  }
}
