import { createHash, createPublicKey, verify } from 'node:crypto'

/* What an auditor writes from the public texts: RFC 6962, C2SP signed-note and tlog-proof. Nothing of the product. */

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
export const leafOf = (entry: Uint8Array) => sha256(Buffer.from([0]), entry)
const nodeOf = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.from([1]), left, right)

/** The root of all leaves, by the recursive definition. */
export const rootOf = (leaves: readonly Buffer[]): Buffer => {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0] as Buffer
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeOf(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** The root that a path of siblings leads to (RFC 6962 section 2.1.1, from the definition of the path). */
const rootOfPath = (leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer => {
  if (size === 1) {
    if (path.length > 0) throw new Error('the path is too long')
    return leaf
  }
  const sibling = path.at(-1)
  if (!sibling) throw new Error('the path is too short')
  let split = 1
  while (split * 2 < size) split *= 2
  const rest = path.slice(0, -1)
  return index < split
    ? nodeOf(rootOfPath(leaf, index, split, rest), sibling)
    : nodeOf(sibling, rootOfPath(leaf, index - split, size - split, rest))
}

/** The checkpoint of a note that the published key signed. */
export const openCheckpoint = (note: string, publishedKey: string) => {
  const [name = '', id = '', encoded = ''] = publishedKey
    .trim()
    .split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/)
  const raw = Buffer.from(encoded, 'base64').subarray(1)
  const publicKey = createPublicKey({
    ...{
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
      format: 'der',
      type: 'spki',
    },
  })
  const split = note.lastIndexOf('\n\n')
  const text = note.slice(0, split + 1)
  const line =
    note
      .slice(split + 2)
      .split('\n')
      .find((one) => one.startsWith(`— ${name} `)) ?? ''
  const signature = Buffer.from(line.split(' ')[2] ?? '', 'base64')
  if (
    signature.subarray(0, 4).toString('hex') !== id ||
    !verify(null, Buffer.from(text), publicKey, signature.subarray(4))
  )
    throw new Error('the checkpoint is not signed by the published key')
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (origin !== name) throw new Error('the checkpoint is of another log')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** Verifies a proof with the published key alone, and returns its entry. It throws if the proof does not hold. */
export const verifyProof = (proof: string, publishedKey: string): Record<string, unknown> => {
  const [head = '', ...rest] = proof.split('\n\n')
  const lines = head.split('\n')
  const extra = JSON.parse(Buffer.from(lines[1]?.replace('extra ', '') ?? '', 'base64').toString('utf8'))
  const index = Number(lines[2]?.replace('index ', ''))
  const path = lines.slice(3).map((line) => Buffer.from(line, 'base64'))
  const { size, root } = openCheckpoint(rest.join('\n\n'), publishedKey)
  const leaf = leafOf(sha256(Buffer.from(extra.salt, 'base64'), Buffer.from(canonical(extra.entry))))
  if (!rootOfPath(leaf, index, size, path).equals(root)) throw new Error('the entry is not in the log')
  return extra.entry
}

/** The line of a proof that has the entry, with another service in it. */
export const forged = (line: string) =>
  `extra ${Buffer.from(Buffer.from(line.slice(6), 'base64').toString().replace('kyc_validation', 'age_verification')).toString('base64')}`

/** A witness keeps the checkpoint of a log under this name. */
export const hashOfOrigin = (key: string): string =>
  createHash('sha256')
    .update(key.split('+')[0] ?? '')
    .digest('hex')
