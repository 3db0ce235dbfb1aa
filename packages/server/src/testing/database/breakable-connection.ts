import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that a test can cut, stall and mend. */
export const breakableConnection = async (databaseUrl: string) => {
  const reach = dialler(new URL(databaseUrl))
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const server = createServer((socket) => {
    const onward = reach()
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        onward.destroy()
      })
    }
    if (state === 'cut') socket.destroy()
    const pass = (to: Socket) => (chunk: Buffer) => {
      if (state === 'open') to.write(chunk)
    }
    socket.on('data', pass(onward))
    onward.on('data', pass(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Every connection breaks, and no new one is to be had. */
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    /** Connections stay, and nothing comes through any more. */
    stall() {
      state = 'stalled'
    },
    /** New connections work; those that were stalled have lost bytes and are broken. */
    mend() {
      for (const socket of sockets) socket.destroy()
      state = 'open'
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server on this machine may listen on a socket file: then `host` names its folder. */
const dialler = ({ hostname, port, searchParams }: URL): (() => Socket) => {
  const folder = searchParams.get('host')
  return folder?.startsWith('/')
    ? () => connect(`${folder}/.s.PGSQL.${port || '5432'}`)
    : () => connect(Number(port || '5432'), folder ?? hostname)
}
