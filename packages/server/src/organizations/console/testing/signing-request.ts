import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { PemConverter, Pkcs10CertificateRequestGenerator } from '@peculiar/x509'

/** A certificate signing request, and its private key. */
export const newSigningRequest = async (): Promise<{ csr: string; key: string }> => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const request = { name: 'CN=Shop', keys, signingAlgorithm: algorithm }
  return {
    csr: (await Pkcs10CertificateRequestGenerator.create(request)).toString('pem'),
    key: PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  }
}
