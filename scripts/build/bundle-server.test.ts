import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { expect, onTestFinished, test } from 'vitest'
import { inSources } from '../../server/src/platform/source-lines.ts'
import { buildServer } from './build-server.ts'

test('the bundle that npm start runs serves a shop, draws captchas and ends at SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bundle-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { main } = await buildServer()
  const owner = { ADMIN_INITIAL_USERNAME: 'owner', ADMIN_INITIAL_PASSWORD: 'Unattended-2026' }
  const env = { ...process.env, ...owner, NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: '0', ZHANGGUI_DATA: folder }
  const server = spawn(process.execPath, [fileURLToPath(main)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [line] = await once(createInterface(server.stdout), 'line')
  const address = /^控制台已启动：(.+)$/.exec(line)?.[1]
  const captcha = await fetch(`${address}${auth.code.path}`)
  expect(captcha.status).toBe(200)
  expect(await captcha.json()).toMatchObject({ img: expect.stringMatching(/^data:image\/svg\+xml/) })
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
}, 120_000)

test('a stack of the bundle names the source and its line', async () => {
  const { main } = await buildServer()
  const code = await readFile(new URL(main), 'utf8')
  const line = code.split('\n').findIndex((text) => text.includes('startServer(process.env')) + 1
  const source = await readFile(new URL('../../server/src/main.ts', import.meta.url), 'utf8')
  const wanted = source.split('\n').findIndex((text) => text.includes('startServer(process.env')) + 1
  expect(line).toBeGreaterThan(0)
  expect(inSources(`Error: it broke\n    at start (${main}:${line}:7)`)).toBe(
    `Error: it broke\n    at start (${new URL('../../server/src/main.ts', import.meta.url).href}:${wanted}:1)`,
  )
})
