import type { Invocation } from '../requests/invocation.ts'

/** What the item at a position adds to the invocation of its batch. */
export type NumberOf = (position: number) => Pick<Invocation, 'reserved'>

/** The numbers from the first one on, in the order of the items. Null: the service reserves none. */
export const numbersFrom =
  (first: number | null, atMs: number): NumberOf =>
  (position) =>
    first === null ? {} : { reserved: { number: first + position, atMs } }

/** The first of the numbers that the service reserves for a batch, or null. */
export const reserveFirst = async (
  { service, application: { environment } }: Pick<Invocation, 'service' | 'application'>,
  count: number,
  atMs: number,
): Promise<number | null> => (await service.reserveNumbers?.({ environment, count, atMs })) ?? null
