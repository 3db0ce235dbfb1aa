import { advance, type Code, countDown, get, i32, repeat, set } from './wasm-module.ts'

type Locals = { list: number; rounds: number; left: number; next: number; sum: number }

/**
 * Reads one number of each row in a list of 32-bit numbers, to prefetch distant rows. Consecutive reads let the
 * processor fetch many addresses at once. `read` leaves the number of the row at `next`. The sum is stored, because an
 * unused read could be removed.
 */
export const touchRows = ({ list, rounds, left, next, sum }: Locals, read: readonly Code[]): Code[] => [
  ...[get(rounds), set(left), get(list), set(next)],
  repeat(...[get(sum), ...read, i32.add, set(sum)], ...advance(next, 4), ...countDown(left)),
]
