import { java, php } from './programs-of-servers.ts'
import type { Call, SignedCall } from './signed-call.ts'

/** Null: the program needs a call with a signature first. */
type Program = { name: string; write(call: Call, signed: SignedCall | null): string | null }

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Shells cannot encrypt with AES-GCM, so the command has a call that the page signed and did not send. It works once. */
const curl = (_: Call, signed: SignedCall | null): string | null =>
  signed &&
  [
    `curl -X ${signed.call.method} ${quoted(signed.call.origin + signed.call.target)}`,
    ...Object.entries(signed.headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(signed.sent === null ? [] : [`  --data-binary ${quoted(signed.sent)}`]),
  ].join(' \\\n')

const typescript = ({
  origin,
  method,
  target,
  body,
}: Call): string => `import { createCipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

const keyBytes = (name: string) => Buffer.from(process.env[name]!.split('_').slice(2).join('_'), 'base64url')
const plain = ${JSON.stringify(body)}
const iv = randomBytes(12)
const cipher = createCipheriv('aes-256-gcm', keyBytes('NANI_PAYLOAD_ENCRYPTION_KEY'), iv)
const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
const body = plain === '' ? '' : JSON.stringify({ payload: sealed.toString('base64') })
const [timestamp, nonce, idempotencyKey] = [String(Math.floor(Date.now() / 1000)), randomUUID(), ${method === 'POST' ? 'randomUUID()' : "''"}]
const ivText = body === '' ? '' : iv.toString('base64')
const canonical = ['SVC-HMAC-SHA256', '${method}', ${JSON.stringify(target)}, timestamp, nonce, ivText, idempotencyKey, '',
  createHash('sha256').update(body).digest('hex')].join('\\n')
const answer = await fetch(${JSON.stringify(origin + target)}, {
  method: '${method}',
  headers: {
    'X-SVC-Key-Id': process.env.NANI_API_KEY!,
    'X-SVC-Timestamp': timestamp,
    'X-SVC-Nonce': nonce,
    'X-SVC-Signature': createHmac('sha256', keyBytes('NANI_SECRET_KEY')).update(canonical).digest('hex'),
    ...(body && { 'X-SVC-IV': ivText, 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  },
  ...(body && { body }),
})
console.log(answer.status, await answer.text())
`

const python = ({
  origin,
  method,
  target,
  body,
}: Call): string => `import base64, hashlib, hmac, json, os, time, urllib.request, uuid
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

def key_bytes(name):
    return base64.urlsafe_b64decode(os.environ[name].split("_", 2)[2] + "=")

plain = ${JSON.stringify(body)}
iv = os.urandom(12)
sealed = AESGCM(key_bytes("NANI_PAYLOAD_ENCRYPTION_KEY")).encrypt(iv, plain.encode(), None)
body = json.dumps({"payload": base64.b64encode(sealed).decode()}) if plain else ""
timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
idempotency_key = ${method === 'POST' ? 'str(uuid.uuid4())' : '""'}
iv_text = base64.b64encode(iv).decode() if body else ""
canonical = "\\n".join(["SVC-HMAC-SHA256", "${method}", ${JSON.stringify(target)}, timestamp, nonce, iv_text,
                       idempotency_key, "", hashlib.sha256(body.encode()).hexdigest()])
headers = {
    "X-SVC-Key-Id": os.environ["NANI_API_KEY"],
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Nonce": nonce,
    "X-SVC-Signature": hmac.new(key_bytes("NANI_SECRET_KEY"), canonical.encode(), "sha256").hexdigest(),
}
if body:
    headers |= {"X-SVC-IV": iv_text, "Content-Type": "application/json"}
if idempotency_key:
    headers["Idempotency-Key"] = idempotency_key
request = urllib.request.Request(${JSON.stringify(origin + target)}, body.encode() or None, headers, method="${method}")
with urllib.request.urlopen(request) as answer:
    print(answer.status, answer.read().decode())
`

/** The call as a program in each language. The answer is decrypted as docs/wire-protocol.md describes. */
export const programs: readonly Program[] = [
  { name: 'cURL', write: curl },
  { name: 'TypeScript', write: typescript },
  { name: 'Python', write: python },
  { name: 'PHP', write: php },
  { name: 'Java', write: java },
]
