import { fromBase64url, toBase64url } from './bytes.ts'

/*
 * WebAuthn in the JSON form of its specification. The browser's own conversion (parseCreationOptionsFromJSON, toJSON)
 * is newer than the phones of 2018, so that it is here.
 */

export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'challenge'> & {
  challenge: string
}
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON

/** Whether this device can ask for a fingerprint, a face or its code. */
export const hasUnlock = async (): Promise<boolean> => {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}

const described = ({ id, transports }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64url(id),
  ...(transports && { transports: transports as AuthenticatorTransport[] }),
})

export const createCredential = async (options: CreationOptions) => {
  const { attestation, authenticatorSelection, pubKeyCredParams, rp, timeout } = options
  const created = (await navigator.credentials.create({
    publicKey: {
      rp,
      pubKeyCredParams: pubKeyCredParams as PublicKeyCredentialParameters[],
      ...(timeout !== undefined && { timeout }),
      ...(attestation !== undefined && { attestation: attestation as AttestationConveyancePreference }),
      // This device, not a key on a cord.
      authenticatorSelection: {
        ...(authenticatorSelection as AuthenticatorSelectionCriteria),
        authenticatorAttachment: 'platform',
      },
      challenge: fromBase64url(options.challenge),
      user: { ...options.user, id: fromBase64url(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(described),
    },
  })) as PublicKeyCredential | null
  if (!created) throw new Error('The browser created no credential.')
  const response = created.response as AuthenticatorAttestationResponse
  return {
    ...common(created),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      attestationObject: toBase64url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

export const useCredential = async (options: RequestOptions) => {
  const used = (await navigator.credentials.get({
    publicKey: {
      ...(options.rpId !== undefined && { rpId: options.rpId }),
      ...(options.timeout !== undefined && { timeout: options.timeout }),
      challenge: fromBase64url(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(described),
      userVerification: 'required',
    },
  })) as PublicKeyCredential | null
  if (!used) throw new Error('The browser used no credential.')
  const response = used.response as AuthenticatorAssertionResponse
  return {
    ...common(used),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      authenticatorData: toBase64url(response.authenticatorData),
      signature: toBase64url(response.signature),
      ...(response.userHandle && { userHandle: toBase64url(response.userHandle) }),
    },
  }
}

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: toBase64url(credential.rawId),
  type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  clientExtensionResults: credential.getClientExtensionResults(),
})
