import { readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type HttpAnswer = {
  status: number
  headers: IncomingHttpHeaders
  setCookies: string[]
  text: string
}

export type ExchangeOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
}

/** The certificates of an application as TLS options. */
export const certificateOf = (files: {
  ca_file?: string | undefined
  certificate_file?: string | undefined
  private_key_file?: string | undefined
}): Pick<ExchangeOptions, 'ca' | 'cert' | 'key'> => ({
  ...(files.ca_file && { ca: readFileSync(files.ca_file) }),
  ...(files.certificate_file && { cert: readFileSync(files.certificate_file) }),
  ...(files.private_key_file && { key: readFileSync(files.private_key_file) }),
})

/** One HTTP request, without redirects. */
export const exchange = (url: string, options: ExchangeOptions = {}): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { body, ...rest } = options
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const request = send(url, { ...rest, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          setCookies: response.headers['set-cookie'] ?? [],
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
