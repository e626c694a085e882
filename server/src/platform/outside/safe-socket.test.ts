import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSocket } from './safe-socket.ts'

async function openServer(talk: (socket: Socket) => void): Promise<{ port: number; calls: () => number }> {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.on('error', () => {})
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, calls: () => calls }
}

const closed = (socket: Socket) =>
  new Promise<Error | undefined>((resolve) => {
    let fault: Error | undefined
    socket.on('error', (error) => {
      fault = error
    })
    socket.once('close', () => resolve(fault))
    socket.resume()
  })

test.each([
  ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0'],
  ...['0.0.0.0', '127.0.0.1.', '::1', '::', '[::1]', '::ffff:127.0.0.1', '::ffff:7f00:1', 'fe80::1%lo', '::1%lo'],
  ...[
    '10.0.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '１２７.０.０.１',
    '127。0。0。1',
  ],
  ...['127.0.0.1/', 'a@127.0.0.1', '127.0.0.1 ', ' 127.0.0.1', '127.0.0.1\0.example.com', ''],
])('%j is no address to connect to', async (host) => {
  const { port, calls } = await openServer((socket) => socket.end())
  await expect(openSocket({ host, port })).rejects.toThrow()
  expect(calls()).toBe(0)
})

test('a private address is connected to where the shop allows it', async () => {
  const { port, calls } = await openServer((socket) => socket.end('hello'))
  for (const host of ['127.0.0.1', 'localhost']) {
    const socket = await openSocket({ host, port }, { allowPrivate: true })
    expect(await closed(socket)).toBeUndefined()
  }
  expect(calls()).toBe(2)
})

test('a connection that never ends talking is cut by bytes, a silent one by time', async () => {
  const endless = await openServer((socket) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const write = () => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on('drain', write)
    write()
  })
  const before = process.memoryUsage().arrayBuffers
  const talking = await openSocket({ host: '127.0.0.1', port: endless.port }, { allowPrivate: true, maxBytes: 100_000 })
  expect(await closed(talking)).toMatchObject({ message: '对方返回的内容过大' })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100e6)
  const silent = await openServer(() => {})
  const options = { allowPrivate: true, conversationMs: 300 }
  expect(await closed(await openSocket({ host: '127.0.0.1', port: silent.port }, options))).toMatchObject({
    message: '对方地址响应超时',
  })
})
