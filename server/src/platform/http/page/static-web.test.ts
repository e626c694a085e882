import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { serveWeb } from './static-web.ts'

test('the console runs only its own files; styles need a nonce that differs on every page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<meta name="nonce" content="__CSP_NONCE__"><div id="root"></div>')
  await writeFile(join(folder, 'assets/a-1.js'), 'void 0')
  const app = Fastify()
  await serveWeb(app, { ...readConfig({ NODE_ENV: 'test' }), webFolder: folder })
  app.get('/dashboard', (_, reply) => reply.sendPage())
  const [page, other] = [await app.inject('/dashboard'), await app.inject('/dashboard')]
  const policy = String(page.headers['content-security-policy'])
  const nonce = /'nonce-([^']{20,})'/.exec(policy)?.[1]
  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "img-src 'self' data: blob: https:",
    "connect-src 'self' ws://localhost:80 wss://localhost:80",
  ])
  const policyAt = async (host: string) =>
    String((await app.inject({ url: '/dashboard', headers: { host } })).headers['content-security-policy'])
  expect(await policyAt('shop.example.com')).toMatch(
    /connect-src 'self' ws:\/\/shop.example.com wss:\/\/shop.example.com$/,
  )
  for (const host of ['*', 'a b', "x; script-src 'unsafe-inline'", 'x,y'])
    expect(await policyAt(host), host).toMatch(/connect-src 'self'$/)
  expect(page.body).toContain(`content="${nonce}"`)
  expect(other.body).not.toContain(`content="${nonce}"`)
  expect((await app.inject('/assets/a-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const none of [
    '/assets/',
    '/assets/..',
    '/assets/%2e%2e',
    '/assets/x%00',
    `/assets/${'a'.repeat(5000)}`,
    '/assets/.x',
  ])
    expect([none, (await app.inject(none)).statusCode]).toEqual([none, 404])
})

test('a console built anew is served by the server that runs: its page, and scripts the first build had not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const build = async (name: string) => {
    await rm(join(folder, 'assets'), { recursive: true, force: true })
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, `assets/${name}.js`), `'${name}'`)
    await writeFile(join(folder, 'index.html'), `<script src="/assets/${name}.js"></script>`)
  }
  await build('first')
  const app = Fastify()
  await serveWeb(app, { ...readConfig({ NODE_ENV: 'test' }), webFolder: folder })
  app.get('/dashboard', (_, reply) => reply.sendPage())
  expect((await app.inject('/dashboard')).body).toContain('first.js')
  await rm(join(folder, 'index.html'))
  expect((await app.inject('/dashboard')).body).toContain('first.js')
  await build('second')
  expect((await app.inject('/dashboard')).body).toContain('second.js')
  expect((await app.inject('/assets/second.js')).body).toBe("'second'")
  expect((await app.inject('/assets/first.js')).statusCode).toBe(404)
})
