import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { add, update } from '@zhanggui/page-kit/operations.ts'
import { componentsOf, emptyPage, type Page } from '@zhanggui/page-kit/page.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { type LoadRequest, load, type Measure, measure, median, round } from './measure.ts'
import { makeSessions, startProcess } from './server.ts'

const COMPONENTS = 30
const SECONDS = 5
const SAVES = 20
const ANEW = 10
/** Characters of three bytes: with the document around them a little under the limit of 1 MiB. */
const RICH_PARTS = 18
const RICH_CHARACTERS = 18_500
const STAMP = 1_767_225_600_000_000

/** What a shop's home is made of, with what has to be looked up: products, activities, coupons. */
const mix = [
  ...['goodsList', 'titleBar', 'seckill', 'goodsList', 'spacer', 'coupons', 'goodsList'],
  ...['bargain', 'goodsList', 'combination'],
]

/** Lists of goods have different rules, as on a real home. */
const lists = [
  { source: 'newest' },
  { source: 'bestseller' },
  { source: 'newest', order: 'price' },
  { source: 'newest', order: 'sales' },
]

function presetOf(type: string, index: number): Record<string, unknown> {
  if (type === 'titleBar') return { title: '每日上新' }
  return type === 'goodsList' ? (lists[index % lists.length] ?? {}) : {}
}

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Record<string, unknown>>

/** Measures serving a page of thirty components of the demo shop, kept and anew, and saving and publishing one of 1 MiB. */
export default async function benchPages(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  try {
    await migrateDatabase(database.ownerUrl)
    const [token = ''] = await makeSessions(folder, database.url)
    const server = await startProcess({
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: '0',
      ZHANGGUI_DATA: folder,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    })
    try {
      await sleep(3000)
      const send = sendingTo(server.url, token)
      return [...(await benchServing(server.url, send)), ...(await benchSaving(send))]
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const sendingTo =
  (url: string, token: string): Send =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const told = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(told).slice(0, 300)}`)
    return told
  }

const pathOf = ({ path }: { path: string }, id: unknown) => path.replace(':id', String(id))

async function makePage(send: Send, name: string, { value }: Page): Promise<{ id: number; version: number }> {
  const { id, version } = await send('POST', decorPage.save.path, { name, terminal: 3, type: 2, value })
  return { id: Number(id), version: Number(version) }
}

async function benchServing(url: string, send: Send): Promise<Measure[]> {
  let page = emptyPage(2)
  for (let index = 0; index < COMPONENTS; index++) {
    const type = mix[index % mix.length] ?? ''
    page = add(page, { type, preset: { props: presetOf(type, index) }, stamp: STAMP + index * 1000 }).page
  }
  const { id } = await makePage(send, '三十个组件', page)
  await send('POST', pathOf(decorPage.publish, id), {})
  const path = `/api/front/pagediy/info/${id}`
  const kept: LoadRequest[] = [{ method: 'GET', path }]
  await load(url, kept, 1)
  const quick = await load(url, kept, SECONDS)
  // What a pass shows is never kept.
  const { pass } = await send('POST', decorPage.preview.path, { id })
  const anew: LoadRequest[] = [{ method: 'GET', path: `${path}?preview=${pass}` }]
  await load(url, anew, 1)
  const slow = await load(url, anew, SECONDS)
  return [
    measure('a page of 30 components, kept', quick.p95, 'ms (p95)', '≤ 20', quick.p95 <= 20, `${quick.perSecond}/s`),
    measure('the same, anew', slow.p95, 'ms (p95)', '≤ 120', slow.p95 <= 120, `${slow.perSecond}/s, 16 callers`),
  ]
}

async function benchSaving(send: Send): Promise<Measure[]> {
  let page = emptyPage(2)
  const html = `<p>${'字'.repeat(RICH_CHARACTERS)}</p>`
  for (let index = 0; index < RICH_PARTS; index++)
    page = add(page, { type: 'richText', preset: { props: { html } }, stamp: STAMP + index * 1000 }).page
  page = add(page, { type: 'titleBar', preset: { props: { title: '标题' } }, stamp: STAMP + RICH_PARTS * 1000 }).page
  const bytes = Buffer.byteLength(JSON.stringify(page.value))
  let { id, version } = await makePage(send, '一兆', page)
  const saved: number[] = []
  const head = componentsOf(page).at(-1)?.id ?? ''
  for (let nth = 0; nth < SAVES; nth++) {
    page = update(page, head, ['props', 'title'], `第${nth}版`).page
    // All of it is put, which is the most that one save can carry.
    const body = { id, version, sessionKey: 'bench-session', put: componentsOf(page), remove: [] }
    const { took, told } = await timed(() => send('POST', decorPage.saveDraft.path, body))
    saved.push(took)
    version = Number(told.version)
  }
  const published: number[] = []
  for (let nth = 0; nth < ANEW; nth++) {
    page = update(page, head, ['props', 'title'], `第${nth}期`).page
    const put = componentsOf(page).filter((each) => each.id === head)
    await send('POST', decorPage.saveDraft.path, { id, version, sessionKey: 'bench-session', put, remove: [] })
    const { took, told } = await timed(() => send('POST', pathOf(decorPage.publish, id), {}))
    published.push(took)
    version = Number(told.version)
  }
  const of = `a page of ${round(bytes / 1024 ** 2, 2)} MiB`
  const [save, publish] = [median(saved), median(published)]
  return [
    measure(`a save of the draft, ${of}`, save, 'ms', '< 300', save < 300, `slowest ${Math.max(...saved)} ms`),
    measure(`publishing ${of}`, publish, 'ms', '< 1000', publish < 1000, `slowest ${Math.max(...published)} ms`),
  ]
}

async function timed<T>(work: () => Promise<T>): Promise<{ took: number; told: T }> {
  const started = performance.now()
  const told = await work()
  return { took: Math.round(performance.now() - started), told }
}
