import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { send, signedRequest } from '../client/call.ts'
import { selfSigned, signingRequest } from '../client/certificates.ts'
import { type Credentials, type Identity, identityOf } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath, until } from '../client/kyc.ts'
import { createApplication, issueCertificate } from '../installation/applications.ts'
import { nani } from '../installation/nani-command.ts'

const { production } = inject('demo')
const dataDir = inject('dataDir')
const { ca } = identityOf(production)

const callAs = (credentials: Credentials, identity: Identity) =>
  send(credentials, signedRequest(credentials, 'POST', singlePath, kycRequest('0001')), identity)

let other: Credentials

beforeAll(async () => {
  other = await createApplication(dataDir, { environment: 'production', approved: true })
})

test('the registered client certificate and the signature together are accepted', async () => {
  const answer = await callAs(production, identityOf(production))
  // The sandbox people are not in the production register: what counts is that the call was performed.
  expect(answer).toMatchObject({ status: 200, encrypted: true, json: { livemode: true } })
})

test('without a client certificate a production call is certificate_required', async () => {
  expectRefusal(await callAs(production, { ca }), 'certificate_required')
})

test('certificate and key of different applications are certificate_mismatch', async () => {
  expectRefusal(await callAs(other, identityOf(production)), 'certificate_mismatch')
})

test('an unregistered certificate is certificate_mismatch', async () => {
  const stranger = await selfSigned(production.application_id)
  expectRefusal(await callAs(production, { ca, ...stranger }), 'certificate_mismatch')
})

test('a Client-Cert header of a caller that is not a configured proxy is ignored', async () => {
  const pem = String(identityOf(production).cert)
  const der = pem.replace(/-----[^-]+-----|\s/g, '')
  const headers = { 'Client-Cert': `:${der}:` }
  const call = signedRequest(production, 'POST', singlePath, kycRequest('0001'), { headers })
  expectRefusal(await send(production, call, { ca }), 'certificate_required')
})

test('the certificate says nothing unless the signature verifies', async () => {
  const call = signedRequest(production, 'POST', singlePath, kycRequest('0001'))
  call.headers['X-SVC-Signature'] = '0'.repeat(64)
  expectRefusal(await send(production, call, { ca }), 'invalid_signature', { encrypted: false })
})

test('the server proves itself with a certificate of its own authority', async () => {
  await expect(callAs(production, { ...identityOf(production), ca: undefined })).rejects.toThrow(
    /certificate/,
  )
})

test('an application may have several certificates; a revoked one stops being accepted', async () => {
  const issue = () => issuedCertificate(production.application_id)
  const [first, second] = [await issue(), await issue()]
  expect((await callAs(production, first.identity)).status).toBe(200)
  expect((await callAs(production, second.identity)).status).toBe(200)
  expect((await callAs(production, identityOf(production))).status).toBe(200)
  await nani(dataDir, 'applications', 'revoke-certificate', production.application_id, first.thumbprint)
  const refused = await until(
    () => callAs(production, first.identity),
    ({ status }) => status !== 200,
    { everyMs: 500 },
  )
  expectRefusal(refused, 'certificate_mismatch')
  expect((await callAs(production, second.identity)).status).toBe(200)
})

test('a certificate is issued from a signing request, without seeing the private key', async () => {
  const { csr, key } = await signingRequest('a caller of its own')
  const file = join(mkdtempSync(join(dataDir, 'csr-')), 'request.pem')
  writeFileSync(file, csr)
  const issued = await issueCertificate(dataDir, other.application_id, '--csr', file)
  expect(issued.private_key_file ?? null).toBeNull()
  const identity = { ca, cert: readFileSync(issued.certificate_file), key }
  expect((await callAs(other, identity)).status).toBe(200)
})

const issuedCertificate = async (
  applicationId: string,
): Promise<{ identity: Identity; thumbprint: string }> => {
  const { thumbprint, ...files } = await issueCertificate(dataDir, applicationId)
  return { identity: identityOf({ ...production, ...files }), thumbprint }
}
