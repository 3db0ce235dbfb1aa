import {
  distinguishedName,
  generateKeyPair,
  type IssuingContext,
  privateKeyToPem,
  SIGNATURE,
  serialNumber,
  validity,
} from './certificate.ts'
import * as x509 from './x509.ts'

const LIFETIME_MS = 3652 * 86_400_000

/** The private certificate authority of an installation. Its key belongs under encryption. */
export type Authority = { certificatePem: string; privateKeyPem: string }

export type AuthorityStore = {
  load(): Promise<Authority | undefined>
  /** Stores it unless one is there already, and returns the one that is there afterwards. */
  saveFirst(authority: Authority): Promise<Authority>
}

/** The authority of this installation, made on first use. Processes that start together share one. */
export async function ensureAuthority(store: AuthorityStore, context: IssuingContext): Promise<Authority> {
  return (await store.load()) ?? store.saveFirst(await createAuthority(context))
}

async function createAuthority(context: IssuingContext): Promise<Authority> {
  const keys = await generateKeyPair()
  // Two installations on one machine are told apart in a trust store by the suffix.
  const name = distinguishedName(`Nani CA ${context.random.bytes(4).toString('hex')}`)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(context.random),
    name,
    ...validity(context, LIFETIME_MS),
    signingAlgorithm: SIGNATURE,
    keys,
    extensions: [
      // It signs certificates of clients and servers, and no further authority.
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
