import { Refusal } from '@nani/foundation/core/index.ts'
import type { OpenCall, OptionSpec } from './command-area.ts'

/** The application that a command names, or the demo application of the sandbox. */
export const namedApplication: OptionSpec = {
  text: 'application id (default: the demo application of the sandbox)',
  async read(given: string | undefined, { installation, actor }: OpenCall): Promise<string> {
    const { findDemoApplication, showApplication } = await import(
      '@nani/server/organizations/organizations/index.ts'
    )
    const id = given ?? (await findDemoApplication('sandbox', installation))?.application_id
    if (id === undefined)
      throw new Refusal('application_not_named', 'This installation has no demo application.')
    return (await showApplication(actor, { application_id: id }, installation)).application_id
  },
}

/** A bounded number of rows. A greater one is the bound. */
export const atMost = (bound: number, byDefault: number): OptionSpec => ({
  ...{ text: `at most ${bound}`, default: byDefault },
  read: (given: number) => Math.min(given, bound),
})

export const moment = (byDefault: string): OptionSpec => ({
  ...{ text: 'a duration before now, such as 2h or 7d, or a date and time', default: byDefault },
})
