import { referenceField } from '@nani/contract'
import Type from 'typebox'
import type { Service } from './service.ts'

const schemas = new WeakMap<Type.TObject, Type.TObject>()

/** The schema of a batch item: the request of the service, and the reference that each item has. */
export const itemSchema = ({ request }: Pick<Service, 'request'>): Type.TObject => {
  if ('reference' in request.properties) return request
  // One schema for each request, so that it is compiled once.
  const schema = schemas.get(request) ?? Type.Object({ ...request.properties, reference: referenceField })
  schemas.set(request, schema)
  return schema
}
