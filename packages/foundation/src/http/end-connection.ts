import type { FastifyReply } from 'fastify'
import { dropBody } from './body.ts'
import { HoldableMessage } from './holdable-message.ts'

/** A caller has this long to read its answer before unread bytes of its body reset the connection. */
const lingerMs = 500

/** The missing part of a body is not read when its request is answered. The connection ends. */
export const endUnlessWhole = (reply: FastifyReply): void => {
  const { raw: message } = reply.request
  if (!message.complete && !dropBody(message)) endConnectionAfter(reply)
}

/**
 * Ends the connection of a request that is answered before its whole body has arrived. No more data is read from the
 * socket. The caller gets its answer, then the end of the stream, and a moment later the socket is destroyed. An
 * immediate destruction would discard the answer, because a system resets a socket with unread bytes.
 */
const endConnectionAfter = (reply: FastifyReply): void => {
  const { raw: message } = reply.request
  const { socket } = message
  if (message instanceof HoldableMessage) message.hold()
  // node:http ends the connection through this method once the last answer is written.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
  reply.header('Connection', 'close')
}
