import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from './local-server.ts'

export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>

/** Passes connections to a server of this machine, until it is silenced. */
export async function startSilentProxy(port: number) {
  const sockets = new Set<Socket>()
  let isSilent = false
  let isRefusing = false
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    add(near)
    if (isRefusing) return void near.destroy()
    if (isSilent) return void near.resume()
    const far = connect(port, '127.0.0.1')
    add(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: await listenLocally(server),
    /** From now on it accepts connections and bytes, and nothing passes. */
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().resume()
    },
    /** Ends all connections, and new ones at once, as a server that is not there. */
    refuse() {
      isRefusing = true
      destroyAll()
    },
    /** New connections pass again. Those that were silenced end. */
    restore() {
      isSilent = false
      isRefusing = false
      destroyAll()
    },
    close() {
      destroyAll()
      server.close()
    },
  }
}
