import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fairLimiter, type Random } from '@nani/foundation/core/index.ts'

type HashingCost = { memory: number; passes: number; parallelism: number }

/** OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const recommended: HashingCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** For tests of something else: a test that signs people in spends its time on hashes of the recommended cost. */
export const leastCost: HashingCost = { memory: 8, passes: 1, parallelism: 1 }

const saltBytes = 16
const tagLength = 32
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Each hash needs 19 MiB and some ten milliseconds, so that few run at a time and the others wait. */
const bounds = { concurrency: 2, maxWaiting: 200, maxHeldPerHolder: 60 }

type HashParameters = Partial<HashingCost> & { salt: Buffer; holder: string }

export type PasswordHashing = {
  hash(password: string, source: string): Promise<string>
  /** Null takes as long as a hash that exists, and is wrong. */
  isRight(password: string, hash: string | null, source: string): Promise<boolean>
}

const derive = promisify(argon2)

export const createPasswordHashing = (random: Random, cost = recommended): PasswordHashing => {
  const limiter = fairLimiter(bounds)
  const tagOf = (password: string, { salt: nonce, holder, ...parameters }: HashParameters): Promise<Buffer> =>
    limiter({
      holder,
      run: () =>
        derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost, ...parameters }),
    })
  const absent = { salt: random.bytes(saltBytes) }

  return {
    async hash(password, source) {
      const salt = random.bytes(saltBytes)
      const tag = await tagOf(password, { salt, holder: source })
      const { memory, passes, parallelism } = cost
      const parameters = `m=${memory},t=${passes},p=${parallelism}`
      return `$argon2id$v=19$${parameters}$${bare(salt)}$${bare(tag)}`
    },
    async isRight(password, hash, source) {
      if (hash === null) {
        await tagOf(password, { salt: absent.salt, holder: source })
        return false
      }
      const [, memory, passes, parallelism, salt = '', tag = ''] = form.exec(hash) ?? []
      const given = await tagOf(password, {
        ...{ salt: Buffer.from(salt, 'base64'), holder: source },
        ...{ memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
      })
      return timingSafeEqual(given, Buffer.from(tag, 'base64'))
    },
  }
}

/** Base64 without padding, as PHC strings have it. */
const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
