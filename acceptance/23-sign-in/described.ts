import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Credentials } from '../client/credentials.ts'
import { exchange } from './exchange.ts'

type Schema = { properties: Record<string, Schema & { enum?: string[] }> }
type Response = { content?: Record<string, { schema: Schema }> }
type Operation = { description: string; responses: Record<string, Response> }

/** The sign-in endpoints as `/openapi.json` of the running sandbox describes them. */
export const readDescription = async ({ base_url }: Credentials) => {
  const document = JSON.parse((await exchange(`${base_url}/openapi.json`)).text) as {
    paths: Record<string, Record<string, Operation>>
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', ...document })
  const operation = (method: string, path: string): Operation => {
    const found = document.paths[path]?.[method]
    if (!found) throw new Error(`${method} ${path} is not described`)
    return found
  }
  const schemaOf = (method: string, path: string, status: number): Schema => {
    const schema = operation(method, path).responses[status]?.content?.['application/json']?.schema
    if (!schema) throw new Error(`${method} ${path} does not describe ${status}`)
    return schema
  }
  return {
    operation,
    schemaOf,
    /** What a response has that its description does not allow. Empty: nothing. */
    faultsIn: (
      method: string,
      path: string,
      { status, json }: { status: number; json: object },
    ): string[] => {
      const schema = schemaOf(method, path, status)
      const fits = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object,
      )
      fits(json)
      return [
        ...(fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
        ...Object.keys(json).filter((name) => !(name in schema.properties)),
      ]
    },
  }
}
