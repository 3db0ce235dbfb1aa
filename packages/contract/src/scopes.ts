/** spec/disclosure#scopes-and-blocks, in the order of the catalogue. */
export const scopeCatalogue = {
  'kyc.basic': { tier: 'basic', block: ['basic'] },
  'kyc.documents.primary': { tier: 'standard', block: ['documents', 'primary'] },
  'kyc.documents.all': { tier: 'standard', block: ['documents', 'others'] },
  'kyc.addresses': { tier: 'standard', block: ['addresses'] },
  'kyc.emails': { tier: 'standard', block: ['emails'] },
  'kyc.phone_numbers': { tier: 'standard', block: ['phone_numbers'] },
  'kyc.professions': { tier: 'standard', block: ['professions'] },
  'kyc.place_of_birth': { tier: 'standard', block: ['place_of_birth'] },
  'kyc.marital_status': { tier: 'standard', block: ['marital_status'] },
  'kyc.languages': { tier: 'standard', block: ['languages'] },
  'kyc.religion': { tier: 'sensitive', block: ['religion'] },
  'kyc.ethnicity': { tier: 'sensitive', block: ['ethnicity'] },
  'kyc.parents': { tier: 'standard', block: ['parents'] },
  'kyc.biometrics.selfie': { tier: 'biometric', block: ['biometrics', 'selfie'] },
  'kyc.biometrics.fingerprint': { tier: 'biometric', block: ['biometrics', 'fingerprints'] },
  'kyc.biometrics.iris': { tier: 'biometric', block: ['biometrics', 'iris'] },
} as const satisfies Record<
  string,
  { tier: 'basic' | 'standard' | 'sensitive' | 'biometric'; block: readonly string[] }
>

export type Scope = keyof typeof scopeCatalogue
export const scopes = Object.keys(scopeCatalogue) as Scope[]

/** Always returned on a resolved identity; needs no subscription (spec/disclosure#basic-kyc). */
export const basicScope: Scope = 'kyc.basic'

export const isScope = (value: string): value is Scope => Object.hasOwn(scopeCatalogue, value)
