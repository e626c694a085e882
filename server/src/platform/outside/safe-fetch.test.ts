import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, safeFetch } from './safe-fetch.ts'

async function openServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ...[
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
  ],
  'no address',
])('%s is not a public address', (ip) => {
  expect(isPublicAddress(ip)).toBe(false)
})

test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '203.0.112.1', '2606:4700::1111', '2400:3200::1'])(
  '%s is on the internet',
  (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  },
)

test('addresses in private networks are not called, however they are written', async () => {
  let calls = 0
  const base = await openServer((_, response) => {
    calls++
    response.end('secret')
  })
  const { port } = new URL(base)
  const hosts = [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
    '127.0.0.1.',
  ]
  const written = ['１２７.０.０.１', 'LOCALHOST', '%31%32%37.0.0.1', '①②⑦.0.0.1']
  for (const host of [...hosts, ...written]) await expect(safeFetch(`http://${host}:${port}/`), host).rejects.toThrow()
  expect(calls).toBe(0)
})

test('only http and https addresses without user names and passwords are called', async () => {
  for (const url of [
    'file:///etc/passwd',
    'ftp://example.com',
    'gopher://x',
    'data:text/plain,x',
    'javascript:1',
    'x',
    '',
  ])
    await expect(safeFetch(url)).rejects.toThrow(/地址/)
  await expect(safeFetch('http://user:word@example.com')).rejects.toThrow('不能带用户名或密码')
  await expect(safeFetch('http://169.254.169.254/latest/meta-data')).rejects.toThrow('不允许访问内网地址')
})

test('redirects are followed only to addresses that are allowed themselves, and only a few times', async () => {
  const base = await openServer((request, response) => {
    const to: Record<string, string> = { '/file': 'file:///etc/passwd', '/once': '/end', '/loop': '/loop' }
    const next = to[request.url ?? '']
    if (next) response.writeHead(302, { location: next }).end()
    else response.end('arrived')
  })
  const options = { allowPrivate: true }
  const answer = await safeFetch(`${base}/once`, options)
  expect([answer.status, answer.body.toString(), answer.url]).toEqual([200, 'arrived', `${base}/end`])
  await expect(safeFetch(`${base}/file`, options)).rejects.toThrow('必须以 http')
  await expect(safeFetch(`${base}/loop`, options)).rejects.toThrow('跳转')
  await expect(safeFetch(`${base}/once`, { ...options, method: 'POST', body: Buffer.from('x') })).rejects.toThrow(
    '跳转',
  )
})

test('answers that are too long or too slow are aborted', async () => {
  const base = await openServer((request, response) => {
    if (request.url === '/slow') return
    if (request.url === '/drip') return void setInterval(() => response.write('x'), 20).unref()
    response.end(Buffer.alloc(2000))
  })
  const options = { allowPrivate: true, mostBytes: 1000, timeoutMs: 300 }
  await expect(safeFetch(`${base}/long`, options)).rejects.toThrow('内容过大')
  await expect(safeFetch(`${base}/slow`, options)).rejects.toThrow()
  await expect(safeFetch(`${base}/drip`, options)).rejects.toThrow()
})
