import { randomUUID } from 'node:crypto'
import { type Nani, NaniError } from '@nani/sdk'

/** The answers since the last reading. `refused` counts answers such as 503, by code. */
export type Traffic = { calls: number; items: number; refused: Map<string, number>; latenciesMs: number[] }

export const newTraffic = (): Traffic => ({ calls: 0, items: 0, refused: new Map(), latenciesMs: [] })

const purpose = 'customer_onboarding'
const people = Array.from({ length: 12 }, (_, index) => `COD-0000-0000-${String(index + 1).padStart(4, '0')}`)
const listed = ['Usama bin Laden', 'Jean-Pierre Kabeya Ilunga', 'Aung Aung', 'Marie Ngalula']

const company = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } as const
/** The consent that is always valid in the sandbox, and its person. */
const scoreRequest = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0008' },
  purpose: 'credit_assessment',
  product: 'microcredit',
  consent: { consent_id: 'cns_sandbox_valid', method: 'svc_app' },
} as const

type Kind = { weight: number; run(nani: Nani, turn: number): Promise<number> }

const svcId = (turn: number) => ({ type: 'svc_id' as const, value: people[turn % people.length] as string })

/** A mix of all operations of an ordinary caller. Each returns the number of results that it created or read. */
const kinds: Kind[] = [
  {
    weight: 40,
    run: async (nani, turn) => {
      await nani.kyc.validate({ identifier: svcId(turn), purpose })
      return 1
    },
  },
  {
    weight: 4,
    run: async (nani) => {
      await nani.kyb.verify({ identifier: company, purpose: 'regulatory_compliance' })
      return 1
    },
  },
  {
    weight: 4,
    run: async (nani) => {
      await nani.credit.score(scoreRequest)
      return 1
    },
  },
  {
    weight: 2,
    run: async (nani) => {
      await nani.events.latest()
      return 1
    },
  },
  {
    weight: 15,
    run: async (nani, turn) => {
      await nani.age.verify({ identifier: svcId(turn), threshold: 18, purpose })
      return 1
    },
  },
  {
    weight: 10,
    run: async (nani, turn) => {
      const subject = { full_name: listed[turn % listed.length] as string }
      await nani.aml.screen({ subject, purpose })
      return 1
    },
  },
  {
    weight: 10,
    run: async (nani, turn) => {
      const made = await nani.kyc.validate({ identifier: svcId(turn), purpose })
      await nani.kyc.retrieve(made.id)
      return 2
    },
  },
  {
    weight: 8,
    run: async (nani, turn) => {
      const idempotencyKey = randomUUID()
      await nani.kyc.validate({ identifier: svcId(turn), purpose }, { idempotencyKey })
      await nani.kyc.validate({ identifier: svcId(turn), purpose }, { idempotencyKey })
      return 1
    },
  },
  {
    weight: 5,
    run: async (nani, turn) => {
      await nani.jobs.wait(await nani.kyc.validateAsync({ identifier: svcId(turn), purpose }))
      return 1
    },
  },
  {
    weight: 2,
    run: async (nani, turn) => {
      const items = people.map((value, index) => ({
        reference: `${turn}-${index}`,
        identifier: { type: 'svc_id' as const, value },
      }))
      const batch = await nani.kyc.validateBatchAsync({ purpose, items })
      await nani.batches.wait(batch)
      return items.length
    },
  },
]

const totalWeight = kinds.reduce((total, { weight }) => total + weight, 0)

// The kinds by their weights, for example the first one 50 times.
const turns: Kind[] = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))

/** A fixed order spreads the kinds evenly, so that each interval of the run has the same mix. */
const kindOf = (turn: number): Kind => turns[(turn * 61) % totalWeight] as Kind

/** Sends `perSecond` operations a second, with at most `maxConcurrent` open, until the signal aborts. */
export const sendTraffic = async (
  nani: Nani,
  { perSecond, maxConcurrent }: { perSecond: number; maxConcurrent: number },
  traffic: () => Traffic,
  signal: AbortSignal,
): Promise<void> => {
  const startedAt = performance.now()
  let turn = 0
  const worker = async () => {
    while (!signal.aborted) {
      const mine = turn++
      const waitMs = startedAt + (mine / perSecond) * 1000 - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      const sentAt = performance.now()
      try {
        traffic().items += await kindOf(mine).run(nani, mine)
      } catch (error) {
        const code = error instanceof NaniError ? error.code : 'unexpected'
        traffic().refused.set(code, (traffic().refused.get(code) ?? 0) + 1)
      }
      traffic().calls++
      traffic().latenciesMs.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
}
