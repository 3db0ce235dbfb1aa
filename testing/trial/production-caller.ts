import { Nani } from '../../packages/sdk/src/index.ts'
import { newSigningRequest } from '../../packages/server/src/organizations/console/testing/signing-request.ts'
import type { OwnerInConsole } from './sign-in-as-owner.ts'

type Keys = { api_key: string; secret_key: string; payload_encryption_key: string }
export type InProduction = { id: string; path: string; keys: Keys }

/** Makes a pair of applications in the console. Returns the one of production. */
export const makeInProduction = async (
  { send }: OwnerInConsole,
  services: readonly string[],
): Promise<InProduction> => {
  const selected = { name: 'Guichet', services, scopes: ['kyc.basic'], purposes: ['customer_onboarding'] }
  const { json } = await send('POST', '/applications', selected)
  const { id, credentials: keys } = json.counterpart as { id: string; credentials: Keys }
  return { id, path: `/applications/${id}`, keys }
}

const questions = [
  ...['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'],
  'sensitive_data_necessity',
]

/** Submits a complete dossier of an application. Returns the id of its review. */
export const submitDossier = async (
  { send }: OwnerInConsole,
  { path }: InProduction,
): Promise<{ review: string; status: unknown }> => {
  const answers = Object.fromEntries(questions.map((question) => [question, 'Un texte']))
  const { json: begun } = await send('POST', `${path}/reviews`, { answers })
  const data = Buffer.from('%PDF-1.7').toString('base64')
  for (const kind of ['privacy_policy', 'terms_of_service'])
    await send('POST', `${path}/reviews/${begun.id}/files`, { kind, name: `${kind}.pdf`, data })
  const { json } = await send('POST', `${path}/reviews/${begun.id}/submit`)
  return { review: String(begun.id), status: json.status }
}

/** A client with mutual TLS, for which the owner gets a certificate of the application. */
export const openInProduction = async (
  { send }: OwnerInConsole,
  { path, keys }: InProduction,
  baseUrl: string,
): Promise<Nani> => {
  const { csr, key: privateKey } = await newSigningRequest()
  const { json } = await send('POST', `${path}/certificates`, { csr })
  return new Nani({
    ...{ baseUrl, apiKey: keys.api_key, secretKey: keys.secret_key },
    ...{ payloadEncryptionKey: keys.payload_encryption_key, maxRetries: 0, timeoutMs: 5_000 },
    certificate: { certificate: String(json.certificate), privateKey, ca: String(json.ca) },
  })
}
