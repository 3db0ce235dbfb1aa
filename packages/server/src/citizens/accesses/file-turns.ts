import { Refusal } from '@nani/foundation/core/index.ts'

/** A file takes time of the process. */
const maxFiles = 2

export type InTurn = <Content>(make: () => Promise<Content>) => Promise<Content>

/** A few files are made at the same time. The place is free when the file is made: a slow reader does not keep it. */
export const createFileTurns = (): InTurn => {
  let files = 0
  return async (make) => {
    if (files >= maxFiles) throw new Refusal('busy', { retry_after: 2 })
    files++
    try {
      return await make()
    } finally {
      files--
    }
  }
}
