import { createHash, KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import * as tls from 'node:tls'
import { dayMs, manualClock, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Authority, ensureAuthority } from './authority.ts'
import { InvalidCertificateRequest } from './certificate-request.ts'
import {
  ensureServerCertificate,
  issueClientCertificate,
  issueServerCertificate,
  signCertificateRequest,
} from './issue.ts'
import { thumbprint } from './thumbprint.ts'
import * as x509 from './x509.ts'

const context = { clock: systemClock, random: systemRandom() }

/** Keeps the first, like the database. */
const memoryStore = () => {
  let kept: Authority | undefined
  return {
    load: async () => kept,
    saveFirst: async (authority: Authority) => {
      kept ??= authority
      return kept
    },
  }
}

type KeyParameters = { name: string; namedCurve?: string; modulusLength?: number; hash?: string }

const requestWithKeys = async (parameters: KeyParameters, extensions: x509.Extension[] = []) => {
  const algorithm = { publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', ...parameters }
  const usages: webcrypto.KeyUsage[] = ['sign', 'verify']
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, usages)) as webcrypto.CryptoKeyPair
  const name = 'CN=somebody else, O=Bank'
  const csr = await x509.Pkcs10CertificateRequestGenerator.create({
    name,
    keys,
    signingAlgorithm: algorithm,
    extensions,
  })
  return { csr: csr.toString('pem'), keys }
}

const request = async (parameters: KeyParameters, extensions: x509.Extension[] = []) =>
  (await requestWithKeys(parameters, extensions)).csr

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }

let authority: Authority
let goodRequest: string

beforeAll(async () => {
  authority = await ensureAuthority(memoryStore(), context)
  goodRequest = await request(P256)
})

const sign = (csrPem: string) =>
  signCertificateRequest(authority, csrPem, { ...context, commonName: 'app_1' })

test('the authority uses P-256 for ten years and may not sign another authority', () => {
  const certificate = new x509.X509Certificate(authority.certificatePem)
  expect(certificate.publicKey.algorithm).toMatchObject({ name: 'ECDSA', namedCurve: 'P-256' })
  expect(certificate.getExtension(x509.BasicConstraintsExtension)).toMatchObject({ ca: true, pathLength: 0 })
  const years = (certificate.notAfter.getTime() - Date.now()) / (365.25 * dayMs)
  expect(years).toBeCloseTo(10, 1)
})

test('processes that start together share one authority', async () => {
  const store = memoryStore()
  const [one, two] = await Promise.all([ensureAuthority(store, context), ensureAuthority(store, context)])
  expect(one).toEqual(two)
  expect(await ensureAuthority(store, context)).toEqual(one)
})

/** One mutual TLS handshake. Returns the client data that the server sees. */
const handshake = async (client: tls.SecureContextOptions, host: string) => {
  const serverCertificate = await issueServerCertificate(authority, { ...context, names: ['api.nani.test'] })
  const server = tls.createServer({
    key: serverCertificate.privateKeyPem,
    cert: serverCertificate.certificatePem,
    ca: authority.certificatePem,
    requestCert: true,
    rejectUnauthorized: false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const accepted = once(server, 'secureConnection') as Promise<[tls.TLSSocket]>
  const identity = /^[\d.]+$|:/.test(host)
    ? { checkServerIdentity: checkIdentityOf(host) }
    : { servername: host }
  const socket = tls.connect({
    host: '127.0.0.1',
    port,
    ca: authority.certificatePem,
    ...client,
    ...identity,
  })
  try {
    await once(socket, 'secureConnect')
    const [seen] = await accepted
    return { authorized: seen.authorized, certificate: seen.getPeerCertificate().raw }
  } finally {
    socket.destroy()
    server.close()
  }
}

const checkIdentityOf = (host: string) => (_: string, certificate: tls.PeerCertificate) =>
  tls.checkServerIdentity(host, certificate)

test('in a real handshake the server sees the thumbprint that was issued', async () => {
  const client = await issueClientCertificate(authority, { ...context, commonName: 'app_1' })
  const material = { key: client.privateKeyPem, cert: client.certificatePem }
  for (const host of ['localhost', '127.0.0.1', '::1', 'api.nani.test']) {
    const { authorized, certificate } = await handshake(material, host)
    expect(authorized).toBe(true)
    expect(createHash('sha256').update(certificate).digest('hex')).toBe(client.thumbprint)
  }
  await expect(handshake(material, 'elsewhere.test')).rejects.toThrow('does not match certificate')
})

test('a client certificate of another authority is not trusted', async () => {
  const other = await ensureAuthority(memoryStore(), context)
  const stranger = await issueClientCertificate(other, { ...context, commonName: 'app_1' })
  const seen = await handshake({ key: stranger.privateKeyPem, cert: stranger.certificatePem }, 'localhost')
  expect(seen.authorized).toBe(false)
})

test('a server certificate does not serve as a client certificate', async () => {
  const server = await issueServerCertificate(authority, context)
  const seen = await handshake({ key: server.privateKeyPem, cert: server.certificatePem }, 'localhost')
  expect(seen.authorized).toBe(false)
})

test('a signed request works in a handshake with the key of its sender', async () => {
  const { csr, keys } = await requestWithKeys(P256)
  const issued = await sign(csr)
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  const seen = await handshake({ key, cert: issued.certificatePem }, 'localhost')
  expect(seen.authorized).toBe(true)
  expect(thumbprint(seen.certificate)).toBe(issued.thumbprint)
})

// openssl req -new -newkey rsa:2048 -nodes -keyout /dev/null -subj "/C=CD/O=Example/CN=mine"
const opensslRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIICczCCAVsCAQAwLjELMAkGA1UEBhMCQ0QxEDAOBgNVBAoMB0V4YW1wbGUxDTAL
BgNVBAMMBG1pbmUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQC5IZTe
HUUX6EMfJX03dwRyGfyGTTrur0LdCLQj0X3L9nS5HVpZs8MDCHH149mJV36L8J42
Llw4k8LRo3Lktneevtx3bpDIrAQ8QIbznhO36SxoqDxFavoIMKECUbya4yPxz/Cg
UCnoglbSBHfI6TdWzQqsIWV2EIZPWPGKTqTzAU17XXy5TsSPEoo+5gTUldVFybVe
sLrYCQUmIzVuyHyB81YM4pl4Im781+yXt3oBA6TB8gzgj3UB7+HpA1hKBjkQntaL
n9gp5dhuDkmGueQJA8w+BUrKcrsToMbcfQAwElKVgzv8o7ObIeYgDirsprjTqsH9
81EY7lkDHtWjrLVzAgMBAAGgADANBgkqhkiG9w0BAQsFAAOCAQEAWKYzndhJIPn9
1vBaZVGT4ozksrE5iTEIFdYHr0fCgp5/VTPZd/aTOae9bJjbL54hNnhde3Z+hw0v
s/StGBFMiVM4Hlzddx/jbTMLDdsrfLPD3+tG2dAEoTIx6DWlTMds3oZDLSgp8BRn
0a4ddABzuP6mWheCsMZfQyB6C/aZYoT0sj1GHfBpTAANzHk2FN7PjQnpbxxv/LfK
GPh2ndFOhY29O+NYkCy5nyBntakQT2ZF/b6pFhUCR3qzKf3yBXQxMObAvGaxP1zT
10hqlKkG2/oZYr1FocZXO56gXt1KK7xmlGuHdOtuTNO/EXDoA4id05/6/F89IGz8
UG4QIO65nw==
-----END CERTIFICATE REQUEST-----
`

test('a request made with OpenSSL is signed, also with the older heading', async () => {
  const { certificatePem } = await sign(opensslRequest)
  expect(new X509Certificate(certificatePem).publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
  await sign(
    opensslRequest.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST').replaceAll('\n', '\r\n'),
  )
})

test.each([
  P256,
  { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048 },
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 3072 },
])('a request with key $name $namedCurve $modulusLength is signed', async (parameters) => {
  const { certificatePem } = await sign(await request(parameters))
  expect(
    new X509Certificate(certificatePem).verify(new X509Certificate(authority.certificatePem).publicKey),
  ).toBe(true)
})

test.each([
  { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024 },
  { name: 'Ed25519' },
])('a request with key $name $namedCurve $modulusLength is refused', async (parameters) => {
  await expect(sign(await request(parameters))).rejects.toThrow('The key must be RSA of 2048')
})

test('a request signed with SHA-1 is refused', async () => {
  const csr = await request({ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, hash: 'SHA-1' })
  await expect(sign(csr)).rejects.toThrow('must be signed with SHA-256')
})

test('the issuer chooses names and extensions, not the request', async () => {
  const csr = await request(P256, [
    new x509.BasicConstraintsExtension(true, 3, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
  ])
  const { certificatePem } = await sign(csr)
  const certificate = new x509.X509Certificate(certificatePem)
  expect(certificate.subject).toBe('CN=app_1')
  expect(certificate.getExtension(x509.BasicConstraintsExtension)?.ca).toBe(false)
  expect(certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages).toEqual([
    x509.ExtendedKeyUsage.clientAuth,
  ])
  expect(certificate.getExtension(x509.SubjectAlternativeNameExtension)).toBeNull()
})

test('a request with a signature of another key is refused', async () => {
  const [mine, theirs] = [goodRequest, await request(P256)].map((pem) => x509.PemConverter.decodeFirst(pem))
  const forged = Buffer.from(mine!)
  // The last bytes of the DER are the signature. The lengths differ by a byte or two at most.
  forged.set(Buffer.from(theirs!).subarray(-30), forged.length - 30)
  await expect(sign(x509.PemConverter.encode(forged, 'CERTIFICATE REQUEST'))).rejects.toThrow('signature')
})

test('invalid input is refused with a reason', async () => {
  await expect(sign('')).rejects.toThrow('Expected one PEM block')
  await expect(sign(authority.certificatePem)).rejects.toThrow('Expected one PEM block')
  await expect(sign(`${goodRequest}\n${goodRequest}`)).rejects.toThrow('Expected one PEM block')
  await expect(sign(`${goodRequest}${' '.repeat(20_000)}`)).rejects.toThrow('larger than 16384 bytes')
  const wrongInside = x509.PemConverter.encode(Buffer.from('no request'), 'CERTIFICATE REQUEST')
  await expect(sign(wrongInside)).rejects.toThrow('does not contain a PKCS #10')
})

test('a damaged request is refused, or the damage is outside the signed part: no other key is ever certified', async () => {
  const der = Buffer.from(x509.PemConverter.decodeFirst(goodRequest))
  const requestedKey = new x509.Pkcs10CertificateRequest(der).publicKey.rawData
  const damage = fc.record({
    at: fc.nat(der.length - 1),
    flip: fc.integer({ min: 1, max: 255 }),
    cut: fc.nat(40),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, flip, cut }) => {
      const damaged = Buffer.from(der.subarray(0, cut > 20 ? der.length - cut + 20 : der.length))
      if (at < damaged.length) damaged[at]! ^= flip
      const outcome = await sign(x509.PemConverter.encode(damaged, 'CERTIFICATE REQUEST')).catch(
        (error) => error,
      )
      if (outcome instanceof InvalidCertificateRequest) return
      expect(new x509.X509Certificate(outcome.certificatePem).publicKey.rawData).toEqual(requestedKey)
    }),
    { numRuns: 500 },
  )
})

test('a common name cannot add further parts to the subject, and has a maximum length', async () => {
  const { certificatePem } = await issueClientCertificate(authority, { ...context, commonName: 'a, O=Bank' })
  const { subject } = new X509Certificate(certificatePem)
  expect(subject).toBe('CN=a\\, O=Bank')
  await expect(issueClientCertificate(authority, { ...context, commonName: 'x'.repeat(65) })).rejects.toThrow(
    '1 to 64',
  )
})

test('client certificates last a year by the clock passed in, and never longer than the authority', async () => {
  const clock = manualClock(Date.now())
  const options = { ...context, clock, commonName: 'app_1' }
  const { expiresAt } = await issueClientCertificate(authority, options)
  expect(Math.round((expiresAt.getTime() - clock.now()) / dayMs)).toBe(365)
  clock.advance(3_600 * dayMs)
  const late = await issueClientCertificate(authority, options)
  expect(late.expiresAt).toEqual(new Date(new X509Certificate(authority.certificatePem).validTo))
})

test('the server certificate is kept until it nears expiry, misses a name or has another authority', async () => {
  const clock = manualClock(Date.now())
  const options = { ...context, clock }
  const first = await ensureServerCertificate(undefined, authority, options)
  clock.advance(334 * dayMs)
  expect(await ensureServerCertificate(first, authority, options)).toBe(first)
  const named = await ensureServerCertificate(first, authority, { ...options, names: ['api.nani.test'] })
  expect(named.certificatePem).not.toBe(first.certificatePem)
  const other = await ensureAuthority(memoryStore(), context)
  expect((await ensureServerCertificate(first, other, options)).certificatePem).not.toBe(first.certificatePem)
  clock.advance(2 * dayMs)
  expect((await ensureServerCertificate(first, authority, options)).certificatePem).not.toBe(
    first.certificatePem,
  )
})

test('a thumbprint is the lower-case hex SHA-256 of the DER bytes, from PEM and from DER', () => {
  const { raw, fingerprint256 } = new X509Certificate(authority.certificatePem)
  const expected = fingerprint256.replaceAll(':', '').toLowerCase()
  expect(thumbprint(authority.certificatePem)).toBe(expected)
  expect(thumbprint(raw)).toBe(expected)
  expect(() => thumbprint('no certificate')).toThrow()
})
