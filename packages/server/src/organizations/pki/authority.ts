import {
  distinguishedName,
  generateKeyPair,
  type IssuingContext,
  privateKeyToPem,
  serialNumber,
  signature,
  validity,
} from './certificate.ts'
import { loadX509 } from './load-x509.ts'

const lifetimeMs = 3652 * 86_400_000

/** The private certificate authority of an installation. Its key must be encrypted. */
export type Authority = { certificatePem: string; privateKeyPem: string }

export type AuthorityStore = {
  load(): Promise<Authority | undefined>
  /** Stores it unless one exists, and returns the stored one. */
  saveFirst(authority: Authority): Promise<Authority>
}

/** The authority of this installation, created on first use. Processes that start together share one. */
export const ensureAuthority = async (store: AuthorityStore, context: IssuingContext): Promise<Authority> =>
  (await store.load()) ?? store.saveFirst(await createAuthority(context))

const createAuthority = async (context: IssuingContext): Promise<Authority> => {
  const x509 = await loadX509()
  const keys = await generateKeyPair()
  // The suffix distinguishes two installations of one machine in a trust store.
  const name = distinguishedName(`Nani CA ${context.random.bytes(4).toString('hex')}`)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(context.random),
    name,
    ...validity(context, lifetimeMs),
    signingAlgorithm: signature,
    keys,
    extensions: [
      // It signs certificates of clients and servers, and no subordinate authority.
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return {
    certificatePem: `${certificate.toString('pem')}\n`,
    privateKeyPem: privateKeyToPem(keys.privateKey),
  }
}
