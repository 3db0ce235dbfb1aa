import { limits } from '@nani/contract'
import { marksOf } from '@nani/foundation/core/index.ts'
import type { RequestForm } from '../../../gateway/gateway/index.ts'
import { itemSchema } from '../declaration/item-schema.ts'
import type { Service } from '../declaration/service.ts'

/** Unknown fields are ignored, so that a legal request may be larger than its schema. */
const timesLargest = 4
const timesLargestOfItem = 2
const marksToSpare = 4_096
const maxDepth = 64

/** A schema as plain data, which can be sent to a worker thread. */
const plain = (schema: object): object => JSON.parse(JSON.stringify(schema)) as object

export const singleForm = (name: string, schema: object): RequestForm => ({
  name,
  schema: plain(schema),
  batch: null,
  structure: { maxMarks: timesLargest * marksOf(schema) + marksToSpare, maxDepth },
})

/** A batch without `Prefer` has the maximum of an asynchronous one, so that too many items get their own error code. */
export const batchForm = (service: Service): RequestForm => {
  const { path, batchFields } = service
  const schema = itemSchema(service)
  const marks = marksOf(schema)
  const maxItems = limits.asynchronousBatchItems
  return {
    name: `${path}/batches`,
    schema: plain(schema),
    batch: { fields: batchFields, maxItems },
    structure: {
      maxMarks: maxItems * (timesLargestOfItem * marks + 16) + timesLargest * marks + marksToSpare,
      maxDepth,
    },
  }
}
