import { advance, type Code, countDown, get, i32, repeat, set } from './wasm-module.ts'

type Locals = { list: number; rounds: number; left: number; next: number; sum: number }

/**
 * Reads a number of each row of a list of 32-bit numbers. Far apart as they are, it is the addresses that the processor waits
 * for, of a few at a time; with nothing between the reads, of many. `read` leaves the number of the row that `next` is at;
 * their sum must be kept somewhere, or it would seem to be for nothing.
 */
export const touchRows = ({ list, rounds, left, next, sum }: Locals, read: readonly Code[]): Code[] => [
  ...[get(rounds), set(left), get(list), set(next)],
  repeat(...[get(sum), ...read, i32.add, set(sum)], ...advance(next, 4), ...countDown(left)),
]
