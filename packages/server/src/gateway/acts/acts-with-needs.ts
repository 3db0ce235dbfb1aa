import type { TSchema } from 'typebox'
import { type ActNeeds, defineAct } from './define-act.ts'
import { defineReading } from './define-reading.ts'

/** `defineAct` and `defineReading` for a module: its needs are named once, and the types of each act follow. */
export const actsWithNeeds = <Needs extends ActNeeds>() => ({
  act: <Input extends TSchema, Output extends TSchema, Prepared = undefined>(
    definition: Parameters<typeof defineAct<Input, Output, Needs, Prepared>>[0],
  ) => defineAct<Input, Output, Needs, Prepared>(definition),
  reading: <Input extends TSchema, Output extends TSchema>(
    definition: Parameters<typeof defineReading<Input, Output, Needs>>[0],
  ) => defineReading<Input, Output, Needs>(definition),
})
