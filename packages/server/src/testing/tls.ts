import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'

/** A self-signed certificate of a server that exists for the length of a test; it is its own authority. */
export const testServerCertificate = (hostname: string): Promise<PemPair> =>
  selfSigned(hostname, { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' })

/** Likewise, under an RSA key. */
export const testRsaCertificate = (hostname: string): Promise<PemPair> =>
  selfSigned(hostname, {
    ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 },
    publicExponent: new Uint8Array([1, 0, 1]),
  })

type PemPair = { key: string; cert: string }
type Algorithm = webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams

const selfSigned = async (hostname: string, algorithm: Algorithm & { hash: string }): Promise<PemPair> => {
  x509.cryptoProvider.set(webcrypto)
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${hostname}`,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([{ type: isIP(hostname) ? 'ip' : 'dns', value: hostname }]),
    ],
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') }
}
