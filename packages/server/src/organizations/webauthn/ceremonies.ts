import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** The origin of the pages. Passkeys belong to its host name. */
export type AppOrigin = { origin: string }

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON
export type RegistrationResponse = RegistrationResponseJSON
export type AssertionResponse = AuthenticationResponseJSON

/** A public key of WebAuthn with the counter of its authenticator. */
export type Credential = { credentialId: string; publicKey: Buffer; signCount: number }

/** Loaded at the first passkey: a start would spend a twentieth of its time on it. */
const library = () => import('@simplewebauthn/server')

export const hostOf = ({ origin }: AppOrigin) => new URL(origin).hostname
/** A passkey needs a name: browsers refuse addresses. */
export const hasName = (host: string) => !/^[\d.]+$|^\[/.test(host)
/** ES256 and RS256. */
const algorithms = [-7, -257]
const ceremonyMs = 60_000

/** Null where the origin has no name. */
export const creationOptions = async (
  challenge: Buffer,
  user: { userId: Buffer; userName: string; excluded?: readonly string[] },
  app: AppOrigin,
): Promise<CreationOptions | null> =>
  hasName(hostOf(app))
    ? (await library()).generateRegistrationOptions({
        ...{ rpName: 'Nani', rpID: hostOf(app), userName: user.userName, timeout: ceremonyMs },
        userID: new Uint8Array(user.userId),
        challenge: new Uint8Array(challenge),
        attestationType: 'none',
        authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
        supportedAlgorithmIDs: algorithms,
        ...(user.excluded && { excludeCredentials: user.excluded.map((id) => ({ id })) }),
      })
    : null

export const requestOptions = async (
  challenge: Buffer,
  credentialIds: readonly string[],
  app: AppOrigin,
): Promise<RequestOptions> =>
  (await library()).generateAuthenticationOptions({
    rpID: hostOf(app),
    challenge: new Uint8Array(challenge),
    allowCredentials: credentialIds.map((id) => ({ id })),
    userVerification: 'required',
    timeout: ceremonyMs,
  })

/** The credential, if its first signature is over the challenge. Null for any other. */
export const acceptCredential = async (
  response: RegistrationResponse,
  challenge: Buffer,
  app: AppOrigin,
): Promise<Credential | null> => {
  const { verifyRegistrationResponse } = await library()
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: app.origin,
      expectedRPID: hostOf(app),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), signCount: counter }
}

/** The new counter of the authenticator, if the credential signed the challenge. Null otherwise. */
export const checkAssertion = async (
  { credentialId, publicKey, signCount }: Credential,
  response: AssertionResponse,
  challenge: Buffer,
  app: AppOrigin,
): Promise<{ signCount: number } | null> => {
  const { verifyAuthenticationResponse } = await library()
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: app.origin,
      expectedRPID: hostOf(app),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
      requireUserVerification: true,
    }),
  )
  return verified?.verified ? { signCount: verified.authenticationInfo.newCounter } : null
}

/** The library throws for a response that does not verify. Its messages are for no one. */
const orNull = async <Value>(verify: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await verify()
  } catch {
    return null
  }
}
