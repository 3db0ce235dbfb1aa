import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Witness, WitnessAnswer } from './witness.ts'

/** A checkpoint with many signatures, and 63 hashes. */
const maxBodyBytes = 256 * 1024
const requestTimeoutMs = 10_000
const maxConnections = 200

const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const checkpointPath = /^\/([0-9a-f]{64})\/checkpoint$/
const plain = (status: number): WitnessAnswer => ({ status, body: '', contentType: 'text/plain' })

const answerTo = async (witness: Witness, request: IncomingMessage): Promise<WitnessAnswer> => {
  const { method, url = '' } = request
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await bodyOf(request)
    return body === null ? plain(413) : witness.addCheckpoint(body)
  }
  const [, hash] = checkpointPath.exec(url) ?? []
  if (method === 'GET' && hash) return witness.checkpointOf(hash)
  return plain(404)
}

/** The witness as an HTTP server. TLS is the task of the proxy in front of it. */
export const serveWitness = (witness: Witness, onError: (error: unknown) => void): Server => {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answerTo(witness, request)
      .catch((error) => {
        onError(error)
        return plain(500)
      })
      .then(({ status, body, contentType }) => {
        response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body)
      })
  })
  server.maxConnections = maxConnections
  return server
}
