import { decorPage, type PageDraft } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { add } from '@zhanggui/page-kit/operations.ts'
import { emptyPage, type Page } from '@zhanggui/page-kit/page.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction } from '../../../platform/http/context.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { saveBlock } from '../block/page-block.service.ts'
import { saveHotWords } from '../layout/layout.service.ts'
import { savePage, updatePage } from '../page/page.service.ts'
import { publishPage } from '../page/page-publish.service.ts'
import { drawnPage } from '../template/built-in-template.service.ts'

const DAY_MS = 24 * 3600_000
const STAMP = 1_767_225_700_000_000
/** How many the home has. */
const COMPONENTS = 12

type Part = [type: string, props: Record<string, unknown>]
const valueWith = (page: Page, parts: readonly Part[]) =>
  parts.reduce(
    (before, [type, props], index) => add(before, { type, preset: { props }, stamp: STAMP + index * 1000 }).page,
    page,
  ).value as Record<string, unknown>
const componentOf = (part: Part) => Object.values(valueWith(emptyPage(2), [part]))[0] as Record<string, unknown>

/**
 * Decorates a demo shop whose pages nobody touched: a home of twelve components, two shared blocks, and three micro pages, of which one
 * waits for its time and one was changed since it went live.
 */
export async function fillPageDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<{ pages: number; home: number; version: number }>(sql`
    select count(*)::int as pages, max(id) filter (where is_default and type = 2)::int as home,
      max(version) filter (where is_default and type = 2)::int as version from decor_page`)
  const [{ pages = 0, home, version } = { pages: 0, home: undefined, version: undefined }] = rows
  if (pages > 2 || !home || version) return
  const publishing = calling(ctx, decorPage.publish)
  const notice = await makeBlock(ctx, '发货公告', [
    'titleBar',
    { title: '48小时发货', subtitle: '节假日顺延', moreShown: false },
  ])
  await makeBlock(ctx, '购物说明', ['richText', { html: '<p>支持七天无理由退货，质量问题运费由本店承担。</p>' }])
  await decorateHome(ctx, home, notice)
  await publishPage(publishing, home, { note: '年终大促首页' })
  const { id: hall } = await make(ctx, { name: '年货会场', templateKey: 'festival' })
  await publishPage(publishing, hall, { note: '第一版' })
  const { id: welcome } = await make(ctx, { name: '新人专享', templateKey: 'newcomers' })
  const day = toWireTime(new Date(ctx.now().getTime() + 3 * DAY_MS)).slice(0, 10)
  await publishPage(publishing, welcome, { publishAt: `${day} 00:00:00`, note: '开学季上线' })
  const { id: fresh, version: at } = await make(ctx, { name: '生鲜到家', templateKey: 'fresh' })
  await publishPage(publishing, fresh, {})
  const settings = { pageTitle: '今日鲜选', pageColorPicker: '#f0f7ee' }
  await updatePage(calling(ctx, decorPage.update), { id: fresh, version: at, settings })
  await inTransaction(ctx, (tx) => writeSettings(tx, { consumer_hotline: '400-800-1234' }))
  ctx.platform.caches.named('settings').dropHere()
  await saveHotWords(ctx, { words: ['咖啡', '茶叶', '台灯', '香薰', '保温杯', '零食礼盒'] })
}

const make = (ctx: Ctx, page: Pick<PageDraft, 'name' | 'templateKey'>) =>
  savePage(calling(ctx, decorPage.save), { terminal: 3, type: 2, ...page })

async function makeBlock(ctx: Ctx, name: string, part: Part): Promise<number> {
  const body = { name, terminal: 3 as const, component: componentOf(part) }
  const saved = await saveBlock(calling(ctx, pageBlock.save), { body, params: undefined, query: undefined })
  return saved.id
}

/** The home of the template 综合商城, with what it lacks to twelve. */
async function decorateHome(ctx: Ctx, id: number, blockId: number): Promise<void> {
  const page = await drawnPage(ctx, 'general')
  const more: Part[] = [
    ['sharedBlock', { blockIds: [blockId] }],
    ['bargain', {}],
    ['combination', {}],
    ['categoryTabs', { tabs: [{ title: '首页' }] }],
    ['floatButton', {}],
  ]
  const there = Object.values(page.value).map(({ type }) => type)
  const lacking = more.filter(([type]) => !there.includes(type)).slice(0, Math.max(0, COMPONENTS - there.length))
  const value = valueWith(page, lacking)
  const settings = page.settings as Record<string, unknown>
  await updatePage(calling(ctx, decorPage.update), { id, version: 0, value, settings })
}
