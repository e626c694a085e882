import { createServer as createWeb, type RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSms } from './sms.ts'

const account = { accessKey: 'k:1', accessSecret: 's', sign: '小店', region: '' }
const providers = ['aliyun', 'tencent', 'http'] as const

const outcome = (baseUrl: string, allowPrivate: boolean, provider: (typeof providers)[number] = 'http') =>
  openSms({ ...account, provider, baseUrl, allowPrivate }, () => new Date(), 2000)
    .check()
    .then(
      () => 'ok',
      (error: Error) => error.message,
    )

async function openWeb(listener: RequestListener): Promise<string> {
  const server = createWeb(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1.',
    '127.000.000.001',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
  ],
  ...['①②⑦.0.0.1', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1%25lo]',
    'user:word@127.0.0.1',
    '127.0.0.1\\',
    '127.0.0.1#@example.com:443/',
  ],
]

test('an SMS address in a private network is not called, however it is written', async () => {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  for (const [index, host] of hosts.entries())
    for (const protocol of ['https', 'http'])
      expect(await outcome(`${protocol}://${host}:${port}/`, false, providers[index % 3]), host).toMatch(/短信服务（/)
  expect(calls).toBe(0)
})

test('SMS go over https, except to this machine where the shop allows private addresses', async () => {
  const base = await openWeb((_, response) => response.end('{"ok":true}'))
  expect(await outcome(base, true)).toBe('ok')
  expect(await outcome(base.replace('127.0.0.1', 'localhost'), true)).toBe('ok')
  expect(await outcome(base, false)).toContain('不允许访问内网地址')
  for (const address of [
    'http://sms.example.com',
    'http://10.0.0.9',
    'http://127.0.0.1.example.com',
    'ftp://127.0.0.1',
    'x',
  ])
    expect(await outcome(address, true)).toContain('短信接口地址须以 https:// 开头')
})

test('redirects are not followed, and an endless answer is cut', async () => {
  let calls = 0
  const inner = await openWeb((_, response) => {
    calls++
    response.end('{"ok":true}')
  })
  const redirecting = await openWeb((_, response) => response.writeHead(307, { location: inner }).end())
  expect(await outcome(redirecting, true)).toContain('跳转')
  expect(calls).toBe(0)
  const endless = await openWeb((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
    }
    response.on('drain', write)
    write()
  })
  const before = process.memoryUsage().arrayBuffers
  expect(await outcome(endless, true)).toContain('对方返回的内容过大')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50e6)
})
