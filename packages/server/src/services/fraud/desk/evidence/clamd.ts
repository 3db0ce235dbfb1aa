import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from './clamd-address.ts'
import type { ScanFile, ScanResult } from './scan-file.ts'

/*
 * The protocol of clamd(8): the command `zINSTREAM` and a null byte, then pieces with their length as four bytes in network
 * order, then a length of zero. The reply ends with a null byte: `stream: OK`, `stream: NAME FOUND` or `TEXT ERROR`.
 */

const command = Buffer.from('zINSTREAM\0')
const pieceBytes = 64 * 1024
const maxReplyBytes = 4_096
const maxNameCharacters = 200

export type ClamdLimits = {
  connectMs: number
  /** The longest time without progress, and for the whole file. */
  idleMs: number
  totalMs: number
}

export const clamdLimits: ClamdLimits = { connectMs: 3_000, idleMs: 20_000, totalMs: 60_000 }

/** Scans files with a ClamAV daemon. A fault is a result: the file is then neither clean nor infected. */
export const clamdScanner =
  (address: ClamdAddress, limits: ClamdLimits = clamdLimits): ScanFile =>
  async (bytes) => {
    try {
      return resultOf(await exchange(address, bytes, limits))
    } catch (error) {
      return { verdict: 'unavailable', reason: (error as Error).message }
    }
  }

const exchange = (address: ClamdAddress, bytes: Buffer, limits: ClamdLimits): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(address)
    const end = (settle: () => void) => {
      clearTimeout(connecting)
      clearTimeout(whole)
      socket.destroy()
      settle()
    }
    const fail = (message: string) => end(() => reject(new Error(message)))
    const connecting = setTimeout(() => fail('the scanner does not accept the connection'), limits.connectMs)
    const whole = setTimeout(() => fail('the scan takes too long'), limits.totalMs)
    socket.setTimeout(limits.idleMs, () => fail('the scanner does not answer'))
    socket.once('connect', () => {
      clearTimeout(connecting)
      // A daemon that refuses the file replies and closes before it has read everything.
      send(socket, bytes).catch(() => {})
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      fail(`the connection to the scanner failed (${code ?? 'unknown'})`),
    )
    let reply = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      reply = Buffer.concat([reply, piece])
      const last = reply.indexOf(0)
      if (last >= 0) end(() => resolve(reply.subarray(0, last).toString('utf8')))
      else if (reply.length > maxReplyBytes) fail('the reply of the scanner is too long')
    })
    socket.on('close', () => fail('the scanner closed the connection without a reply'))
  })

const send = async (socket: Socket, bytes: Buffer): Promise<void> => {
  socket.write(command)
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes)
    socket.write(lengthOf(piece.length))
    if (!socket.write(piece)) await drained(socket)
  }
  socket.write(lengthOf(0))
}

const lengthOf = (length: number): Buffer => {
  const field = Buffer.alloc(4)
  field.writeUInt32BE(length)
  return field
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('closed'))
    socket.once('close', onClose)
    socket.once('drain', () => {
      socket.off('close', onClose)
      resolve()
    })
  })

const resultOf = (reply: string): ScanResult => {
  const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  if (name !== undefined) return { verdict: 'infected', malware: name.slice(0, maxNameCharacters) }
  if (reply === 'stream: OK') return { verdict: 'clean' }
  if (reply.startsWith('INSTREAM size limit exceeded')) {
    return { verdict: 'unavailable', reason: 'the file is larger than the StreamMaxLength of the scanner' }
  }
  return { verdict: 'unavailable', reason: 'the scanner replied with an error' }
}
