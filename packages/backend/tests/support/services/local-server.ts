import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface LocalServer {
  /** Its origin. */
  url: string
  /** As `127.0.0.1:4567`. */
  host: string
  close: () => void
}

/** Answers requests on a free port of this machine. */
export async function serveLocally(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer)
  const host = `127.0.0.1:${await listenLocally(server)}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://${host}`, host, close }
}

/** Lets a server listen on this machine. @param port by default a free one. @returns the port */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port that no program listens on. */
export async function findFreePort(): Promise<number> {
  const probe = createTcpServer()
  const port = await listenLocally(probe)
  probe.close()
  await once(probe, 'close')
  return port
}

/** Waits until a program listens on a port. */
export async function waitUntilOpen(port: number, program: string): Promise<void> {
  for (let attempt = 0; !(await isOpen(port)); attempt += 1) {
    if (attempt > 400) throw new Error(`${program} did not start`)
    await pause(50)
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
