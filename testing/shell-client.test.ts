import { spawn } from 'node:child_process'
import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '../packages/contract/clients/nani.sh')
const secret = Buffer.alloc(32, 1)
const encryption = Buffer.alloc(32, 2)

/** Answers what arrived and whether its signature is right, after an interim answer. */
const server = createServer(async (request, response) => {
  const body = await text(request)
  const { headers, method, url } = request
  const named = ['x-svc-timestamp', 'x-svc-nonce', 'x-svc-iv', 'idempotency-key', 'prefer']
  const hash = createHash('sha256').update(body).digest('hex')
  const canonical = ['SVC-HMAC-SHA256', method, url, ...named.map((name) => headers[name] ?? ''), hash]
  const signature = createHmac('sha256', secret).update(canonical.join('\n')).digest('hex')
  const isSigned = signature === headers['x-svc-signature']
  const iv = Buffer.alloc(12, 3)
  const cipher = createCipheriv('aes-256-gcm', encryption, iv)
  cipher.setAAD(Buffer.from(`${headers['x-svc-nonce']}\n200`))
  const answer = JSON.stringify({ url, isSigned, bytes: body.length, expects: 'expect' in headers })
  const payload = Buffer.concat([cipher.update(answer), cipher.final(), cipher.getAuthTag()])
  response.writeProcessing()
  response.setHeader('X-SVC-IV', iv.toString('base64'))
  response.end(JSON.stringify({ payload: payload.toString('base64') }))
})

test('the client for the shell sends a large body, signs the path of base_url and reads the last head', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const script = `. "$client"
    for base_url in ${base} ${base}/nani/; do
      nani GET /v1/quotas
      nani POST /v1/files "$(head -c 300000 /dev/zero | tr '\\0' a)"
    done`
  const env = {
    ...process.env,
    ...{ client, api_key: 'key', secret_key: `sk_test_${secret.toString('base64url')}` },
    payload_encryption_key: `pk_test_${encryption.toString('base64url')}`,
  }
  const shell = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const answers = (await text(shell.stdout)).trim().split('\n')
    const bytes = JSON.stringify({ payload: Buffer.alloc(300_016).toString('base64') }).length
    const given = { isSigned: true, expects: false }
    expect(answers.map((line) => JSON.parse(line))).toEqual([
      { ...given, url: '/v1/quotas', bytes: 0 },
      { ...given, url: '/v1/files', bytes },
      { ...given, url: '/nani/v1/quotas', bytes: 0 },
      { ...given, url: '/nani/v1/files', bytes },
    ])
  } finally {
    server.close()
  }
})
