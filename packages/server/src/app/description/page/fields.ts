import type { OpenApi, Operation, Schema } from '../open-api.ts'
import { escapeHtml, inline } from './markdown.ts'

/** Resolves `#/components/…/Name`. */
export const resolve = <Target>(document: OpenApi, target: Target | { $ref: string }): Target => {
  const ref = (target as { $ref?: string }).$ref
  if (ref === undefined) return target as Target
  const [, , kind = '', name = ''] = ref.split('/')
  const components: Record<string, Record<string, unknown>> = document.components
  const found = components[kind]?.[name]
  if (found === undefined) throw new Error(`the reference ${ref} has no target`)
  return found as Target
}

type Read = { shape: Schema; nullable: boolean; name: string | null; description: string }

const nameOf = (ref: string | undefined) => ref?.split('/').at(-1) ?? null

/** The referenced schema, without a `null` that only means "may be absent". */
const read = (document: OpenApi, schema: Schema): Read => {
  const members = schema.anyOf ?? []
  const others = members.filter((member) => member.type !== 'null')
  const inner = others.length === 1 && others.length < members.length ? (others[0] as Schema) : schema
  const shape = resolve(document, inner)
  return {
    shape,
    nullable: members.length > others.length,
    name: nameOf(inner.$ref),
    description: schema.description ?? inner.description ?? shape.description ?? '',
  }
}

const typeName = (document: OpenApi, { shape, name }: Read): string => {
  if (shape.type === 'array' && shape.items)
    return `array of ${typeName(document, read(document, shape.items))}`
  if (shape.const !== undefined) return `"${String(shape.const)}"`
  if (name && shape.type !== 'string') return name
  if (shape.anyOf) return 'one of'
  return shape.format ? `${shape.format}` : String(shape.type ?? 'object')
}

const constraints = (shape: Schema): string[] => {
  const range = (least: unknown, most: unknown, unit: string) => {
    if (least !== undefined && most !== undefined) return [`${least} to ${grouped(most)}${unit}`]
    if (most !== undefined) return [`at most ${grouped(most)}${unit}`]
    return least === undefined || least === 1 ? [] : [`at least ${least}${unit}`]
  }
  return [
    ...range(shape.minimum, shape.maximum, ''),
    ...range(undefined, shape.maxLength, ' characters'),
    ...range(undefined, shape.maxItems, ' items'),
    ...(shape.default === undefined ? [] : [`default ${String(shape.default)}`]),
  ]
}

const grouped = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : String(value))

const longestEnum = 20

const values = (document: OpenApi, shape: Schema): string => {
  const listed = shape.enum ?? (shape.items ? read(document, shape.items).shape.enum : undefined)
  if (!listed || listed.length > longestEnum) return ''
  return `<p class="values">${listed.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')}</p>`
}

/** The members of an object, of the items of an array, or of each alternative. */
const inside = (document: OpenApi, shape: Schema, depth: number): string => {
  const answeredBy = depth > 0 ? operationAnswering(document, shape) : undefined
  if (answeredBy) {
    const { operationId, summary } = answeredBy
    return `<p>The object that <a href="#${operationId}">${escapeHtml(summary)}</a> answers.</p>`
  }
  if (shape.properties) return fields(document, shape, depth)
  if (shape.items) return inside(document, read(document, shape.items).shape, depth)
  const alternatives = shape.anyOf ?? shape.oneOf
  if (!alternatives) return ''
  return alternatives
    .map((member) => inside(document, read(document, member).shape, depth))
    .filter((text) => text !== '')
    .join('<p class="or">or</p>')
}

/** Results are shown completely at their own operation. Jobs and lists only name them. */
const operationAnswering = ({ paths, components }: OpenApi, shape: Schema): Operation | undefined =>
  Object.values(paths)
    .map(({ post }) => post)
    .find((post) => {
      const name = nameOf(post?.responses['200']?.content?.['application/json']?.schema?.$ref)
      return name !== null && components.schemas[name] === shape
    })

const deepest = 8

/** The members of an object, one below the other. A member with its own members can be opened. */
export const fields = (document: OpenApi, schema: Schema, depth = 0): string => {
  if (depth > deepest) return ''
  const { shape } = read(document, schema)
  if (!shape.properties) return inside(document, shape, depth)
  const required = new Set(shape.required)
  const properties = Object.entries(shape.properties)
  if (properties.length === 0) return ''
  const rows = properties.map(([name, property]) => {
    const member = read(document, property)
    const optional = !required.has(name)
    const notes = [
      typeName(document, member) + (member.nullable && !optional ? ' or null' : ''),
      ...constraints(member.shape),
    ]
    const head = `<code class="name">${escapeHtml(name)}</code> <span class="type">${escapeHtml(notes.join(' · '))}</span>${optional ? '' : ' <span class="required">required</span>'}`
    const text = member.description ? `<p>${inline(member.description)}</p>` : ''
    const members = inside(document, member.shape, depth + 1)
    const more = members
      ? `<details><summary>Members of <code>${escapeHtml(name)}</code></summary>${members}</details>`
      : ''
    return `<li><div>${head}</div>${text}${values(document, member.shape)}${more}</li>`
  })
  return `<ul class="fields">${rows.join('')}</ul>`
}
