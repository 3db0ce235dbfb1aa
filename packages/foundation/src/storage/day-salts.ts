import type pg from 'pg'
import { type Clock, type Random, Refusal } from '../core/index.ts'
import { dayMs } from './partitions.ts'

/**
 * How long values of a use are kept, in days. Null: until they are deleted. A margin over the tables' own retention.
 */
export const saltRetentions = { month: 33, year: 402, kept: null } as const
export type SaltRetention = keyof typeof saltRetentions

/** Days are counted from 1970-01-01, in UTC. */
export type DaySalts = {
  today(): number
  /**
   * The salt of a day. The same day answers the same object, until the salt is erased. Throws when there is none: 503
   * while salts are being loaded, and an error when they were loaded just now and the day has none.
   */
  saltOf(retention: SaltRetention, day: number): Buffer
  /** Creates the salts from yesterday to seven days ahead, and takes over what other processes created and erased. */
  createComing(nowMs: number): Promise<void>
  /** Erases the salts of days that are past their retention: what was sealed on these days opens no more. */
  erasePast(nowMs: number): Promise<void>
}

const daysAhead = 7
const saltBytes = 32
const reloadAtMostEveryMs = 10_000
const dayOfEpoch = (epochMs: number) => Math.floor(epochMs / dayMs)
const nameOf = (retention: string, day: number) => `${retention} ${day}`

export type DaySaltDependencies = {
  ownerPool: pg.Pool
  clock: Clock
  random: Random
  onError(error: unknown): void
}

/** All salts in memory: 32 bytes for each day. Every process of an installation has the same. */
export const openDaySalts = async (dependencies: DaySaltDependencies): Promise<DaySalts> => {
  const { ownerPool, clock, random } = dependencies
  let salts = new Map<string, Buffer>()
  let isLoading = false
  let loadedAtMs = Number.NEGATIVE_INFINITY

  const createComing = async (nowMs: number) => {
    const wanted = Object.keys(saltRetentions).flatMap((retention) =>
      Array.from({ length: daysAhead + 2 }, (_, offset) => ({
        ...{ retention, day: dayOfEpoch(nowMs) - 1 + offset, salt: random.bytes(saltBytes) },
      })),
    )
    const missing = wanted.filter(({ retention, day }) => !salts.has(nameOf(retention, day)))
    if (missing.length > 0) {
      // Of two processes that create the salt of a day, both take the one that was first.
      await ownerPool.query(
        `insert into day_salts (retention, day, salt)
         select retention, date '1970-01-01' + day, salt from unnest($1::text[], $2::int[], $3::bytea[])
           as s(retention, day, salt)
         on conflict do nothing`,
        [
          missing.map(({ retention }) => retention),
          missing.map(({ day }) => day),
          missing.map(({ salt }) => salt),
        ],
      )
    }
    await load()
  }

  const load = async () => {
    const { rows } = await ownerPool.query<{ retention: string; day: number; salt: Buffer }>(
      `select retention, day - date '1970-01-01' as day, salt from day_salts`,
    )
    const loaded = new Map<string, Buffer>()
    for (const { retention, day, salt } of rows) {
      const name = nameOf(retention, day)
      loaded.set(name, salts.get(name) ?? salt)
    }
    salts = loaded
    loadedAtMs = clock.now()
  }

  /** After a jump of the clock, or when another process is ahead. */
  const loadSoon = () => {
    if (isLoading) return
    isLoading = true
    void createComing(clock.now())
      .catch(dependencies.onError)
      .finally(() => {
        isLoading = false
      })
  }

  await createComing(clock.now())
  return {
    today: () => dayOfEpoch(clock.now()),
    saltOf(retention, day) {
      const salt = salts.get(nameOf(retention, day))
      if (salt) return salt
      const isFresh = Math.abs(clock.now() - loadedAtMs) < reloadAtMostEveryMs
      if (isFresh && day !== dayOfEpoch(clock.now())) {
        throw new Error('A value was encrypted on a day whose salt is erased.')
      }
      loadSoon()
      throw new Refusal('overloaded', { retry_after: 1 }, { detail: 'The salt of a day is not loaded yet.' })
    },
    createComing,
    async erasePast(nowMs) {
      for (const [retention, keptDays] of Object.entries(saltRetentions)) {
        if (keptDays === null) continue
        await ownerPool.query(
          `delete from day_salts where retention = $1 and day < date '1970-01-01' + $2::int`,
          [retention, dayOfEpoch(nowMs) - keptDays],
        )
      }
      await load()
    },
  }
}
