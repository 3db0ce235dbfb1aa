import type { SecondFactorMethod } from '@nani/contract/console'

/** A request cannot go on before the person does this. The page stays as it is behind the dialog. */
export type Demand = { kind: 'sign_in' } | { kind: 'second_factor'; methods: readonly SecondFactorMethod[] }

type Waiting = { demand: Demand; settled: Promise<boolean>; settle(isMet: boolean): void }

let waiting: Waiting | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Asks the person, once for all requests that wait. Resolves to false if the person declines. */
export const demand = (asked: Demand): Promise<boolean> => {
  if (waiting?.demand.kind === asked.kind) return waiting.settled
  waiting?.settle(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const own: Waiting = {
    demand: asked,
    settled: promise,
    settle(isMet) {
      if (waiting === own) waiting = null
      resolve(isMet)
      notify()
    },
  }
  waiting = own
  notify()
  return promise
}

export const settleDemand = (isMet: boolean): void => waiting?.settle(isMet)
export const currentDemand = (): Demand | null => waiting?.demand ?? null
export const onDemand = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
