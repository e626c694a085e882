import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areaOrder, checkImports } from './check-imports.ts'
import { root } from './run.ts'

/** A repository without violations; each case adds files to it. */
const sound: Record<string, string> = {
  'package.json': JSON.stringify({ devDependencies: { vitest: '1', 'fast-check': '1' } }),
  'domain/package.json': '{}',
  'contract/package.json': JSON.stringify({ dependencies: { typebox: '1' } }),
  'server/package.json': JSON.stringify({ dependencies: { fastify: '1', '@scope/pg': '1' } }),
  'web/package.json': JSON.stringify({ dependencies: { react: '1' }, devDependencies: { jsdom: '1', vite: '1' } }),
  'page-kit/package.json': JSON.stringify({ dependencies: { react: '1' } }),
  'page-kit/src/page.ts': "import { fen } from '@zhanggui/domain/money.ts'",
  'page-kit/src/components/video/view.tsx': lines(
    "import { useState } from 'react'",
    "import { page } from '../../page.ts'",
    "import styles from './video.module.css'",
  ),
  'page-kit/src/components/video/video.module.css': '',
  'web/src/kit/canvas.tsx': "import { View } from '@zhanggui/page-kit/components/video/view.tsx'",
  'server/src/platform/pages.ts': "import { page } from '@zhanggui/page-kit/page.ts'",
  'domain/src/money.ts': 'export const fen = 1',
  'domain/src/money.test.ts': lines("import 'vitest'", "import { integer } from 'fast-check'", "import './money.ts'"),
  'contract/src/order.ts': lines("import { fen } from '@zhanggui/domain/money.ts'", "import { Type } from 'typebox'"),
  'server/src/app.ts': lines("import fastify from 'fastify'", "import './areas/order/order.routes.ts'"),
  'server/src/config.ts': "import json from '../../package.json' with { type: 'json' }",
  'server/src/platform/context.ts': lines("import type { Bus } from './bus.ts'", "import { env } from 'node:process'"),
  'server/src/platform/bus.ts': "import { context } from './context.ts'",
  'server/src/areas/order/order.routes.ts': "import { ship } from './order.service.ts'",
  'server/src/areas/order/order.service.ts': lines(
    'import {',
    '  type Order,',
    '  find,',
    "} from './order.repository.ts'",
    "import { take } from '../product/stock.service.ts'",
    "import { context } from '../../platform/context.ts'",
  ),
  'server/src/areas/order/order.repository.ts': lines(
    "import { orders } from './order.tables.ts'",
    "import pg from '@scope/pg/lib/index.js'",
  ),
  'server/src/areas/order/order.tables.ts': 'export const orders = 1',
  'server/src/areas/order/area.ts': lines(declared('order'), "import './order.routes.ts'"),
  'server/src/areas/work/job.service.ts': 'export type Job = 1',
  'server/src/areas/work/area.ts': declared('job'),
  'server/src/areas/staff/area.ts': declared('dept', 'role', 'account'),
  'server/src/areas/staff/dept/dept.service.ts': "import type { Dept } from './dept.repository.ts'",
  // Any repository joins any table.
  'server/src/areas/staff/dept/dept.repository.ts': "import { accounts } from '../account.tables.ts'",
  'server/src/areas/staff/dept/dept.test.ts': "import '../account.service.ts'",
  'server/src/areas/staff/role/role.service.ts': "import '../dept/dept.service.ts'",
  'server/src/areas/staff/account.tables.ts': 'export const accounts = 1',
  'server/src/areas/staff/account.service.ts': "import './role/role.service.ts'",
  'server/src/areas/staff/demo/staff.demo.ts': "import '../account.service.ts'",
  'server/src/areas/staff/staff.history.ts': "import './account.service.ts'",
  'server/src/areas/order/order.test.ts': "import { makeShop } from '../../testing/shop.ts'",
  'server/src/testing/shop.ts': "import '../app.ts'",
  'server/src/areas/product/stock.service.ts': lines("import './stock.repository.ts'", 'export const take = 1'),
  'server/src/areas/product/area.ts': declared('stock'),
  'server/src/areas/product/stock.repository.ts': "import { orders } from '../order/order.tables.ts'",
  // A foreign key may point to a later area's table.
  'server/src/areas/product/stock.tables.ts': "import { orders } from '../order/order.tables.ts'",
  'web/vite.config.ts': lines("import { defineConfig } from 'vite'", "import { join } from 'node:path'"),
  'web/src/main.tsx': lines("import React from 'react'", "import './shell/shell.tsx'", "import './main.css'"),
  'web/src/main.css': '',
  'web/src/shell/shell.tsx': lines("import '../kit/can.tsx'", "import '../api/call.ts'", lazily('./frame.tsx')),
  'web/src/shell/frame.tsx': "import './shell.tsx'",
  'web/src/areas/order/pages/order-list.page.tsx': "import { Can } from '../../../kit/can.tsx'",
  'web/src/areas/order/components/desk.tsx': lines(
    "import { ProductPicker } from '../../product/shared/picker/product-picker.tsx'",
    "import type { State } from '../model/order-state.ts'",
    "import styles from './dialogs/dialogs.module.css'",
  ),
  'web/src/areas/order/components/dialogs/dialogs.module.css': '',
  'web/src/areas/order/components/dialogs/ship-dialog.tsx': "import { Desk } from '../desk.tsx'",
  'web/src/areas/order/model/order-state.ts': 'export type State = 1',
  'web/src/areas/product/shared/picker/product-picker.tsx': "import { call } from '../../../../api/call.ts'",
  'web/src/kit/can.tsx': lines(
    "import type { Order } from '@zhanggui/contract/order.ts'",
    "import { call } from '../api/call.ts'",
  ),
  'web/src/api/call.ts': 'export const call = 1',
  'scripts/tool.ts': lines("import '../server/src/app.ts'", "import fastify from 'fastify'", 'Math.random()'),
}

async function check(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-imports-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, code] of Object.entries({ ...sound, ...files })) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), code)
  }
  return checkImports(folder)
}

/** Builds an import expression: written out, it would count as an import of this file. */
function lazily(path: string): string {
  return `const page = () => ${['import', `('${path}')`].join('')}`
}

function lines(...all: string[]): string {
  return all.join('\n')
}

/** The objects of an area, as its `area.ts` declares them. */
function declared(...objects: string[]): string {
  return lines('export const objects = [', ...objects.map((name) => `  '${name}',`), '] as const')
}

const REACT_IN_KIT = 'only views of the page kit know React: the server imports its .ts files'
const VIEW_OF_KIT = 'views of the page kit are for browsers; the server and its .ts files import .ts alone'

test('imports that follow the layout are accepted', async () => {
  expect(await check({})).toEqual([])
})

test.each([
  ['domain/src/a.ts', "import '@zhanggui/contract/order.ts'", 'domain does not import contract'],
  ['domain/src/a.ts', "import '../../contract/src/order.ts'", 'domain does not import contract'],
  ['domain/src/a.ts', "import { join } from 'node:path'", "domain runs without Node's modules"],
  ['domain/src/a.ts', "import fc from 'fast-check'", 'not declared in domain/package.json'],
  ['contract/src/a.ts', "import '../../domain/src/money.ts'", 'other workspaces are imported as @zhanggui/domain/…'],
  ['page-kit/src/a.ts', "import '@zhanggui/web/main.tsx'", 'page-kit does not import web'],
  ['page-kit/src/a.ts', "import { useState } from 'react'", REACT_IN_KIT],
  ['page-kit/src/a.ts', "import './components/video/view.tsx'", VIEW_OF_KIT],
  ['page-kit/src/a.ts', "import './components/video/video.module.css'", VIEW_OF_KIT],
  ['server/src/a.ts', "import '@zhanggui/page-kit/components/video/view.tsx'", VIEW_OF_KIT],
  ['web/src/a.ts', "import '@zhanggui/server/app.ts'", 'web does not import server'],
  ['web/src/a.ts', lazily('@zhanggui/server/app.ts'), 'web does not import server'],
  ['server/src/a.ts', "import '@zhanggui/web/main.tsx'", 'server does not import web'],
  ['server/src/a.ts', "import type { A } from '../../scripts/tool.ts'", 'server does not import scripts'],
  ['server/src/a.ts', "import react from 'react'", 'not declared in server/package.json'],
  ['web/src/a.ts', "import { JSDOM } from 'jsdom'", 'not declared in web/package.json'],
  ['scripts/a.ts', "import left from 'left-pad'", 'not declared in any package.json'],
  ['server/src/a.ts', "import './app'", 'leads to no file; imports end in .ts or .tsx'],
  ['server/src/a.ts', "import './app.js'", 'leads to no file; imports end in .ts or .tsx'],
  ['server/src/a.ts', "import '../../../shared/spec/x.ts'", 'leads out of the repository'],
  ['server/src/a.ts', "import './testing/shop.ts'", 'only tests import what is for tests'],
  ['server/src/platform/a.ts', "import '../areas/order/order.service.ts'", 'platform knows no area'],
  [
    'server/src/areas/order/order.a.ts',
    "import '../../app.ts'",
    'areas are put together by app.ts, they do not import it',
  ],
  [
    'server/src/areas/other/a.ts',
    "import '../../platform/bus.ts'",
    'the area other has no place in the order of areas',
  ],
  [
    'server/src/areas/product/stock.a.ts',
    "import '../order/order.service.ts'",
    'product does not call order, which comes later',
  ],
  [
    'server/src/areas/product/stock.a.service.ts',
    "import { orders } from '../order/order.tables.ts'",
    'product does not call order, which comes later',
  ],
  [
    'server/src/areas/staff/dept/a.service.ts',
    "import type { Job } from '../../work/job.service.ts'",
    'staff does not call work, which comes later',
  ],
  [
    'server/src/areas/order/order.a.ts',
    "import '../product/stock.repository.ts'",
    'the rows of product change through its service',
  ],
  ['server/src/areas/order/order.a.routes.ts', "import './order.repository.ts'", 'routes does not import repository'],
  ['server/src/areas/order/order.a.repository.ts', "import './order.service.ts'", 'repository does not import service'],
  ['server/src/areas/order/order.a.jobs.ts', "import './order.repository.ts'", 'jobs does not import repository'],
  ['server/src/areas/order/order.a.service.ts', "import './order.routes.ts'", 'service does not import routes'],
  [
    'web/src/areas/product/a.tsx',
    "import '../order/pages/order-list.page.tsx'",
    'product does not import order, which comes later',
  ],
  [
    'web/src/areas/dashboard/a.tsx',
    "import type { State } from '../order/model/order-state.ts'",
    'of order, other areas import only what is in web/src/areas/order/shared/',
  ],
  [
    'web/src/areas/other/a.tsx',
    "import '../product/shared/picker/product-picker.tsx'",
    'the area other has no place in the order of areas',
  ],
  ['web/src/kit/a.tsx', "import '../areas/product/shared/picker/product-picker.tsx'", 'kit does not import areas'],
  ['web/src/shell/a.tsx', "import '../areas/product/shared/picker/product-picker.tsx'", 'shell does not import areas'],
  [
    'server/src/areas/staff/dept/a.service.ts',
    "import '../role/role.service.ts'",
    'dept does not import role, which comes later: server/src/areas/staff/role/role.service.ts',
  ],
  [
    'server/src/areas/staff/dept/a.service.ts',
    "import type { A } from '../account.service.ts'",
    'dept does not import account, which comes later: server/src/areas/staff/account.service.ts',
  ],
  [
    'server/src/areas/staff/role/a.service.ts',
    "import { accounts } from '../account.tables.ts'",
    'role does not import account, which comes later: server/src/areas/staff/account.tables.ts',
  ],
  [
    'server/src/areas/staff/account.routes.ts',
    "import './demo/staff.demo.ts'",
    'what puts an area together is imported by none of its objects: server/src/areas/staff/demo/staff.demo.ts',
  ],
  ['web/src/kit/a.tsx', "import '../areas/order/pages/order-list.page.tsx'", 'kit does not import areas'],
  ['web/src/shell/a.tsx', "import '../areas/order/pages/order-list.page.tsx'", 'shell does not import areas'],
  ['web/src/areas/order/a.tsx', "import '../../shell/shell.tsx'", 'areas does not import shell'],
  ['web/src/kit/a.tsx', "import type { Shell } from '../shell/shell.tsx'", 'kit does not import shell'],
  ['web/src/kit/a.tsx', lazily('../shell/shell.tsx'), 'kit does not import shell'],
  ['web/src/api/a.ts', "import '../kit/can.tsx'", 'api does not import kit'],
  ['web/src/api/a.ts', "import '../main.tsx'", 'what starts the console is imported by nothing'],
])('%s: %s is reported', async (file, code, problem) => {
  const specifier = /'([^']+)'/.exec(code)?.[1]
  expect(await check({ [file]: code })).toEqual([`${file}: ${specifier}: ${problem}`])
})

test('a part of the library that the kit has its own for is reported', async () => {
  const files = {
    'web/src/a.tsx': "import { Button, Descriptions } from 'antd'",
    'web/src/b.tsx': "import { Button } from 'antd'",
  }
  expect((await check(files)).filter((line) => line.includes('the kit has'))).toEqual([
    'web/src/a.tsx: Descriptions: the kit has Facts',
  ])
})

test('an index file and a weak source of randomness are reported', async () => {
  const files = { 'domain/src/index.ts': "export * from './money.ts'", 'server/src/a.ts': 'const x = Math.random()' }
  expect(await check(files)).toEqual([
    'domain/src/index.ts: there are no index files; files are imported directly',
    'server/src/a.ts: Math.random is no source of secrets',
  ])
})

test.each([
  ["import { request } from 'node:http'", 'request'],
  ["import { isIP, connect } from 'node:net'", 'connect'],
  ["import tls from 'node:tls'", 'tls'],
  ["import * as dgram from 'node:dgram'", '* as dgram'],
  ["import { lookup } from 'node:dns/promises'", 'lookup'],
  ['const answer = await fetch(address)', 'fetch'],
  ['const ask = options.ask ?? fetch', 'fetch'],
  ['await globalThis.fetch(address)', 'globalThis.fetch'],
  ['const socket = new WebSocket(address)', 'new WebSocket'],
  [lazily('node:https'), `import${"('node:https'"}`],
])('%s opens a connection past the checks', async (code, name) => {
  const reported = (path: string) => [`${path}: ${name}: connections leave by safeFetch or openSocket`]
  for (const path of ['server/src/areas/order/order.a.service.ts', 'server/src/platform/outside/a.ts'])
    expect(await check({ [path]: code })).toEqual(reported(path))
  for (const path of ['server/src/platform/outside/safe-fetch.ts', 'server/src/a.test.ts', 'scripts/a.ts'])
    expect(await check({ [path]: code })).toEqual([])
})

test('what only listens, looks at addresses or is called fetch elsewhere is no connection', async () => {
  const code = lines(
    "import { BlockList, createServer, isIP, type Socket } from 'node:net'",
    "import type { IncomingMessage } from 'node:http'",
    "const text = 'fetch(address)'",
    'await provider.fetch(address)',
    'serve(app, exported, { fetch: (ctx) => prefetch(ctx) })',
  )
  expect(await check({ 'server/src/a.ts': code })).toEqual([])
})

test('import cycles are reported; type imports and lazy imports do not count', async () => {
  const ring = {
    'domain/src/a.ts': "import { b } from './b.ts'",
    'domain/src/b.ts': "export { c } from './c.ts'",
    'domain/src/c.ts': "import { type A, a } from './a.ts'",
  }
  expect(await check(ring)).toEqual([
    'domain/src/a.ts: imports itself through domain/src/b.ts → domain/src/c.ts → domain/src/a.ts',
  ])
  expect(await check({ ...ring, 'domain/src/c.ts': "import type { A } from './a.ts'" })).toEqual([])
})

test('an object without a place in the order of its area, and a place without an object, are reported', async () => {
  const files = {
    'server/src/areas/staff/area.ts': declared('dept', 'post', 'role', 'dept'),
    'server/src/areas/user/note.service.ts': '',
    'server/src/areas/user/note.test.ts': '',
  }
  expect(await check(files)).toEqual([
    'server/src/areas/staff/area.ts: objects does not list account',
    'server/src/areas/staff/area.ts: objects lists dept twice',
    'server/src/areas/staff/area.ts: objects lists post, of which there is no file',
    "server/src/areas/user/area.ts: declares no objects: export const objects = ['…', '…'] as const",
  ])
})

test.each([
  [
    'of types among rules',
    {
      'domain/src/order/a.ts': "import type { B } from './b.ts'",
      'domain/src/order/b.ts': "import { a } from './a.ts'",
    },
    'domain/src/order/a: imports itself through b: domain/src/order/a.ts → domain/src/order/b.ts, ' +
      'domain/src/order/b.ts → domain/src/order/a.ts',
  ],
  [
    'of folders in the contract',
    {
      'contract/src/order/a/one.ts': "import { b } from '@zhanggui/contract/order/b/one.ts'",
      'contract/src/order/b/one.ts': 'export const b = 1',
      'contract/src/order/b/two.ts': "import type { C } from '../c.ts'",
      'contract/src/order/c.ts': "import { other } from './a/other.ts'",
      'contract/src/order/a/other.ts': 'export const other = 1',
    },
    'contract/src/order/a: imports itself through b, c: contract/src/order/a/one.ts → contract/src/order/b/one.ts, ' +
      'contract/src/order/b/two.ts → contract/src/order/c.ts, contract/src/order/c.ts → contract/src/order/a/other.ts',
  ],
  [
    'of what a screen loads later',
    {
      'web/src/areas/order/components/acts.tsx': lazily('./dialogs/close-dialog.tsx'),
      'web/src/areas/order/components/dialogs/close-dialog.tsx': "import type { Act } from '../acts.tsx'",
    },
    'web/src/areas/order/components/acts: imports itself through components/dialogs: ' +
      'web/src/areas/order/components/acts.tsx → web/src/areas/order/components/dialogs/close-dialog.tsx, ' +
      'web/src/areas/order/components/dialogs/close-dialog.tsx → web/src/areas/order/components/acts.tsx',
  ],
])('a circle %s is reported with the files of its arrows', async (_, files, problem) => {
  expect(await check(files)).toEqual([problem])
})

test('a circle through a test or a style sheet is none', async () => {
  const files = {
    'domain/src/order/a.ts': "import { b } from './b.ts'",
    'domain/src/order/b.ts': 'export const b = 1',
    'domain/src/order/b.test.ts': "import { a } from './a.ts'",
    'web/src/areas/order/components/one.tsx': "import { Two } from './two.tsx'",
    'web/src/areas/order/components/two.tsx': "import styles from './one.module.css'",
    'web/src/areas/order/components/one.module.css': '',
  }
  expect(await check(files)).toEqual([])
})

test('imports in comments and strings are ignored', async () => {
  const code = lines(
    '/**',
    " * import { x } from './nowhere.ts'",
    ' */',
    "// import { x } from './nowhere.ts'",
    'const text = "import { x } from \'./nowhere.ts\'"',
    'const important = { from: 1 }',
  )
  expect(await check({ 'domain/src/a.ts': code })).toEqual([])
})

test('the server assembles its areas in their order', async () => {
  const code = await readFile(join(root, 'server/src/areas/areas.ts'), 'utf8')
  const names =
    /= \[([^\]]+)\]/
      .exec(code)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? []
  expect(names).toEqual(areaOrder.filter((name) => names.includes(name)))
})

test('this repository has no forbidden imports', () => {
  expect(checkImports(root)).toEqual([])
})
