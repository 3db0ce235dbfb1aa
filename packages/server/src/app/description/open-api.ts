/** The part of OpenAPI 3.1 that the description writes and the reference page reads. */
export type Schema = {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
} & { [extension: `x-${string}`]: unknown }

export type Reference = { $ref: string }
export type Example = { summary?: string; value: unknown }

export type MediaType = {
  schema?: Schema
  examples?: Record<string, Example | Reference>
  /** On the wire, this shape is encrypted inside the wrapper `EncryptedBody`. */
  'x-encrypted'?: boolean | 'once the signature has verified'
}

export type Parameter = {
  name: string
  in: 'header' | 'path' | 'query'
  required: boolean
  description: string
  schema: Schema
  example?: unknown
}

export type Header = { description: string; schema: Schema }

export type Response = {
  description: string
  headers?: Record<string, Reference | Header>
  content?: Record<string, MediaType>
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required: boolean; description?: string; content: Record<string, MediaType> }
  responses: Record<string, Response>
}

export type Method = 'get' | 'post' | 'delete'
export type PathItem = Partial<Record<Method, Operation>>

export type OpenApi = {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: Record<string, string>
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  /** The events that are sent to the endpoint of an application, by type. */
  webhooks: Record<string, PathItem>
  /** What travels in place of every body that is marked `x-encrypted`. */
  'x-encrypted-body': Schema
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    examples: Record<string, Example>
    securitySchemes: Record<string, Record<string, string>>
  }
}

export const reference = (
  kind: 'schemas' | 'parameters' | 'headers' | 'examples',
  name: string,
): Reference => ({ $ref: `#/components/${kind}/${name}` })
