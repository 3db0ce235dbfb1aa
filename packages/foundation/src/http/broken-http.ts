import type { Socket } from 'node:net'
import { type IdSource, Refusal } from '../core/index.ts'

const lingerMs = 1_000

/** Input that is not HTTP has no request to answer. It gets a short plain text, and the connection ends. */
export const answerBrokenHttp =
  (newId: IdSource) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    const isHttp = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code?.startsWith('HPE_')
    // After a failed or endless handshake no answer is possible. The socket would remain open for ever.
    if (!socket.writable || !isHttp) return void socket.destroy()
    // The socket is also destroyed if the other end never closes.
    setTimeout(() => socket.destroy(), lingerMs).unref()
    const [status, reason] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? [408, 'Request Timeout']
          : [400, 'Bad Request']
    const requestId = newId('req')
    const body = JSON.stringify({ ...new Refusal('malformed_body').body(), request_id: requestId })
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
