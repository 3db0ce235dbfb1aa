import { type EventType, optional } from '@nani/contract'
import Type from 'typebox'

type FixedValue = string | number | boolean

/** Another path of a service, for the two single modes. It creates the same resources. */
export type Alias<Request = Record<string, unknown>> = {
  path: string
  summary: string
  /** In CommonMark. */
  description: string
  /** Values that the alias sets. A request may omit them; another value is `invalid_request`. */
  fixed: { readonly [Field in keyof Request]?: Request[Field] & FixedValue }
  /** A second event type for events of a resource that was created through the alias. */
  secondEvents: Partial<Record<EventType, EventType>>
}

/** The alias at this path, or null for the path of the service itself. */
export const aliasAt = (aliases: readonly Alias[] | undefined, path: string): Alias | null =>
  aliases?.find((alias) => alias.path === path) ?? null

/** The request of the service, in which the fixed values are optional and have no alternative. */
export const aliasRequest = (request: Type.TObject, { fixed }: Alias): Type.TObject => {
  const properties: Record<string, Type.TSchema> = { ...request.properties }
  for (const [field, value] of Object.entries(fixed)) {
    if (value !== undefined) properties[field] = optional(Type.Literal(value))
  }
  return Type.Object(properties)
}

/** An event type, followed by the second type that the alias adds for it. */
export const eventTypesOf = (alias: Alias | null, type: EventType): EventType[] => {
  const second = alias?.secondEvents[type]
  return second ? [type, second] : [type]
}
