import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
x509.cryptoProvider.set(webcrypto)

const keyPair = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const pkcs8 = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

/** A self-signed certificate in the correct form. */
export const selfSigned = async (commonName: string): Promise<{ cert: string; key: string }> => {
  const keys = await keyPair()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${commonName}`,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
  })
  return { cert: certificate.toString('pem'), key: await pkcs8(keys.privateKey) }
}

/** A certificate signing request, and the private key that never leaves its owner. */
export const signingRequest = async (commonName: string): Promise<{ csr: string; key: string }> => {
  const keys = await keyPair()
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: `CN=${commonName}`,
    keys,
    signingAlgorithm: algorithm,
  })
  return { csr: request.toString('pem'), key: await pkcs8(keys.privateKey) }
}
