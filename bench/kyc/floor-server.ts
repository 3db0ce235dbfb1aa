/**
 * The floor: the minimum work of any server of this protocol. It verifies, decrypts, reads one row by primary key
 * (unless READ=0), and encrypts. It has no nonce, quota, result or audit.
 */
import { createSecretKey } from 'node:crypto'
import { canonicalString, responseAdditionalData } from '@nani/contract'
import {
  decodeIv,
  decodeKey,
  decryptBody,
  encryptBody,
  encryptedBodyJson,
  sha256Hex,
  verifySignature,
} from '@nani/contract/node'
import { systemRandom } from '@nani/foundation/core/index.ts'
import fastify from 'fastify'
import pg from 'pg'

const { FLOOR_CREDENTIALS = '', FLOOR_DATABASE = '', FLOOR_READ } = process.env
const credentials = JSON.parse(FLOOR_CREDENTIALS) as { secret_key: string; payload_encryption_key: string }
const secretKey = createSecretKey(decodeKey(credentials.secret_key))
const payloadKey = createSecretKey(decodeKey(credentials.payload_encryption_key))
const random = systemRandom()
const pool = new pg.Pool({ connectionString: FLOOR_DATABASE, max: 16 })

const readRow = async (svcId: string) => {
  const { rows } = await pool.query({
    name: 'floor',
    text: 'select * from citizens where svc_id = $1',
    values: [svcId],
  })
  return rows[0]
}

const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/v1/kyc/validations', async (request, reply) => {
  const header = (name: string) => String(request.headers[name] ?? '')
  const body = request.body as Buffer
  const canonical = canonicalString({
    method: 'POST',
    target: request.raw.url ?? '',
    timestamp: header('x-svc-timestamp'),
    nonce: header('x-svc-nonce'),
    iv: header('x-svc-iv'),
    idempotencyKey: '',
    prefer: '',
    bodySha256: sha256Hex(body),
  })
  if (!verifySignature(secretKey, canonical, header('x-svc-signature'))) return reply.code(401).send()
  const { payload } = JSON.parse(body.toString('utf8')) as { payload: string }
  const plaintext = decryptBody(payloadKey, decodeIv(header('x-svc-iv')), payload).toString('utf8')
  const { identifier } = JSON.parse(plaintext) as { identifier: { value: string } }
  const answer = FLOOR_READ === '0' ? { identifier } : await readRow(identifier.value)
  const iv = random.bytes(12)
  const additional = responseAdditionalData(header('x-svc-nonce'), 200)
  return reply
    .type('application/json')
    .header('X-SVC-IV', iv.toString('base64'))
    .send(encryptedBodyJson(encryptBody(payloadKey, iv, JSON.stringify(answer), additional)))
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
