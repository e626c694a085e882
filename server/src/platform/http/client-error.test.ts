import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { file } from '@zhanggui/contract/file/file.ts'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { cutSlowBodies, refuseTwoHosts } from './client-error.ts'

/** Sends the head of a request and half of its body, then waits. @returns what the server answers meanwhile */
async function sendHalf(path: string): Promise<string> {
  const app = Fastify()
  onTestFinished(() => app.close())
  cutSlowBodies(app, () => new Date(), 100)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.post('/json', async () => 'all of it')
  app.post('/files', { config: { route: file.upload } }, async () => 'all of it')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf!`)
  await wait(400)
  if (!answer) socket.write('other')
  await wait(100)
  return answer
}

test('a body that arrives too slowly is cut off with an error body', async () => {
  expect(await sendHalf('/json')).toMatch(/^HTTP\/1\.1 408 Request Timeout[\s\S]+请求超时，请重试/)
})

test('uploads may take longer', async () => {
  expect(await sendHalf('/files')).toMatch(/^HTTP\/1\.1 200[\s\S]+all of it$/)
})

test('a request with two Host headers is refused', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  refuseTwoHosts(app)
  app.get('/', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (hosts: string[]) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.end(`GET / HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`)
    return text(socket)
  }
  for (const hosts of [
    ['Host: a', 'Host: b'],
    ['Host: a', 'hOST: a'],
  ])
    expect(await send(hosts)).toMatch(/^HTTP\/1\.1 400/)
  expect(await send(['Host: a'])).toMatch(/^HTTP\/1\.1 200/)
})
