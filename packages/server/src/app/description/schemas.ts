import {
  accountSchema,
  basicSchema,
  batchSchema,
  errorSchema,
  fileSchema,
  identifierSchema,
  kycSchema,
  purposeField,
  purposes,
  scopeCatalogue,
  scopes,
  scopesField,
} from '@nani/contract'
import type Type from 'typebox'
import { anyResult, type Service } from '../../calls/calls/index.ts'
import { reference, type Schema } from './open-api.ts'

/** Converts a declared schema to a schema of the document, with references to named schemas. */
export type WriteSchema = (schema: Type.TSchema) => Schema

const purpose: Schema = {
  type: 'string',
  enum: [...purposes],
  description:
    'One of the purposes approved for the application; any other answers 403 `purpose_not_approved`.',
}

const scope: Schema = {
  type: 'string',
  enum: [...scopes],
  description: 'A scope of the catalogue. `kyc.basic` needs no grant.',
  'x-scopes': scopes.map((name) => ({
    scope: name,
    tier: scopeCatalogue[name].tier,
    block: scopeCatalogue[name].block,
  })),
}

const requestedScopes: Schema = {
  anyOf: [{ type: 'array', maxItems: 64, items: reference('schemas', 'Scope') }, { type: 'null' }],
  description: 'Subset of the granted scopes. Omitted: every granted scope. Empty: basic KYC only.',
}

/**
 * The named schemas, and the function that refers to them. A declared schema is recognised by its text, because builders
 * copy their objects.
 */
export const namedSchemas = (
  services: readonly Service[],
): { schemas: Record<string, Schema>; write: WriteSchema } => {
  const named: [string, Type.TSchema][] = [
    ['Identifier', identifierSchema],
    ['Account', accountSchema],
    ['BasicKyc', basicSchema],
    ['File', fileSchema],
    ['Kyc', kycSchema],
    ['Batch', batchSchema],
    ['Error', errorSchema],
    ...services.flatMap(({ object, request, result }): [string, Type.TSchema][] => [
      [`${pascal(object)}Request`, request],
      [pascal(object), result],
    ]),
  ]
  const results = services.map(({ object }) => reference('schemas', pascal(object)))
  const oneResult: Schema = results.length === 1 ? (results[0] as Schema) : { oneOf: results }
  const places = new Map<string, Schema>(
    named.map(([name, schema]) => [textOf(schema), reference('schemas', name)]),
  )
  places.set(textOf(purposeField), reference('schemas', 'Purpose'))
  places.set(textOf(scopesField), requestedScopes)
  places.set(textOf(anyResult), oneResult)
  const write = (schema: Type.TSchema) => place(plain(schema), places)
  const schemas: Record<string, Schema> = { Purpose: purpose, Scope: scope }
  for (const [name, schema] of named) schemas[name] = descend(plain(schema), places)
  return { schemas, write }
}

const pascal = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())

const textOf = (schema: Type.TSchema): string => JSON.stringify(plain(schema))

const plain = (schema: Type.TSchema): Schema => JSON.parse(JSON.stringify(schema)) as Schema

const place = (schema: Schema, places: ReadonlyMap<string, Schema>): Schema =>
  places.get(JSON.stringify(schema)) ?? descend(schema, places)

const descend = (schema: Schema, places: ReadonlyMap<string, Schema>): Schema => {
  const written: Schema = { ...schema }
  if (
    written.enum &&
    written.type === undefined &&
    written.enum.every((value) => typeof value === 'string')
  ) {
    written.type = 'string'
  }
  if (schema.properties) {
    written.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, place(property, places)]),
    )
  }
  if (schema.items) written.items = place(schema.items, places)
  for (const combination of ['anyOf', 'oneOf', 'allOf'] as const) {
    const members = schema[combination]
    if (members) written[combination] = members.map((member) => place(member, places))
  }
  return written
}
