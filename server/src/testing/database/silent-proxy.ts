import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Opens a proxy to PostgreSQL that can go silent, like a firewall that dropped its connections: nothing is closed and
 * nothing is answered. Stopped after the test.
 */
export async function openSilentProxy(url: string): Promise<{ url: string; setSilent(isSilent: boolean): void }> {
  const { hostname, port } = new URL(url)
  let silent = false
  const sockets: Socket[] = []
  const proxy = createServer((socket) => {
    const server = connect(Number(port), hostname)
    sockets.push(socket, server)
    for (const each of [socket, server]) each.on('error', () => {})
    socket.pipe(server)
    server.on('data', (bytes) => silent || socket.write(bytes))
    socket.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((proxy.address() as AddressInfo).port)
  return {
    url: address.href,
    setSilent: (isSilent) => {
      silent = isSilent
    },
  }
}
