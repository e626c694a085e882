import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { decorPageSchedules, decorPageVersions } from '../../../areas/decor/page/page.tables.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { styleDraft } from '../../activity-style.ts'
import { pageDraft, partsOf, title } from '../../page.ts'
import type { AreaWalk, Ids } from './audit-walk.ts'

const DAY_MS = 24 * 3600_000
const at = ({ now }: Ctx, days: number) => toWireTime(new Date(now().getTime() + days * DAY_MS))
const block = (text: string) => Object.values(partsOf([title(text)]))[0]
const navigation = [
  '/pages/index/index',
  '/pages/goods_cate/goods_cate',
  '/pages/user/index',
  '/pages/users/kefu/index',
].map((link, index) => {
  const [icon, activeIcon] = ['https://m.example/a.png', 'https://m.example/b.png']
  return { name: `项${index}`, link, icon, activeIcon, show: true }
})

/** The version of the walked page that is live. */
async function live(ids: Ids, { db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select live_version_id::int as id from decor_page where id = ${ids['decor-page.save']}`,
  )
  return rows[0]?.id ?? 0
}

/** A schedule of the walked page. */
async function waiting(ids: Ids, ctx: Ctx): Promise<number> {
  const pageId = ids['decor-page.save'] ?? 0
  const [known] = await ctx.db.select().from(decorPageSchedules)
  if (known) return known.id
  const [version] = await ctx.db
    .insert(decorPageVersions)
    .values({ pageId, kind: 'schedule', hash: '' })
    .returning({ id: decorPageVersions.id })
  const publishAt = new Date(ctx.now().getTime() + DAY_MS)
  const row = { pageId, versionId: version?.id ?? 0, publishAt }
  const [saved] = await ctx.db.insert(decorPageSchedules).values(row).returning({ id: decorPageSchedules.id })
  return saved?.id ?? 0
}

const pic = 'https://m.example/a.png'
/** As many items of the fixed layout. */
const layoutItems = (count: number) =>
  Array.from({ length: count }, (_, sort) => ({
    name: `项${sort}`,
    pic,
    url: '/pages/user/index',
    info: '',
    sort,
    show: true,
  }))
const poster = { name: '海报', pic, url: '', info: '', sort: 1, show: true }

export const decorWalk: AreaWalk = {
  walks: {
    'activity-style.save': () => ({ body: styleDraft({ status: false }) }),
    'activity-style.update': (ids) => {
      const { type: _1, status: _2, ...body } = styleDraft({ name: '年货节边框' })
      return { body: { id: ids['activity-style.save'], ...body } }
    },
    'activity-style.useStatus': (ids) => ({ body: { id: ids['activity-style.save'], status: true } }),
    'activity-style.remove': (ids) => ({ query: { id: String(ids['activity-style.save']) } }),
    'agreement.save': () => ({
      body: { key: 'about_us', title: '关于我们', content: '<p>一家小店</p>', publish: true },
    }),
    'agreement.rollback': () => ({ body: { key: 'about_us', no: 1, publish: true } }),
    'decor-page.save': () => ({ body: pageDraft({ name: '秋季会场' }) }),
    'decor-page.update': (ids) => ({
      body: { id: ids['decor-page.save'], name: '秋冬会场', value: partsOf([title('秋'), title('冬')]) },
    }),
    'decor-page.rename': (ids) => ({ body: { id: ids['decor-page.save'], name: '冬季会场' } }),
    'decor-page.publish': (ids) => ({ params: { id: ids['decor-page.save'] ?? 0 }, body: { note: '第一版' } }),
    'decor-page.updateSchedule': async (ids, { ctx }) => {
      const id = await waiting(ids, ctx)
      return { params: { id }, body: { publishAt: at(ctx, 3) } }
    },
    'decor-page.cancelSchedule': async (ids, { ctx }) => ({ params: { id: await waiting(ids, ctx) } }),
    'page-version.rollback': async (ids, { ctx }) => ({ body: { versionId: await live(ids, ctx) } }),
    'decor-page.offline': (ids) => ({ params: { id: ids['decor-page.save'] ?? 0 } }),
    'decor-page.online': (ids) => ({ params: { id: ids['decor-page.save'] ?? 0 } }),
    'decor-page.copy': (ids) => ({ params: { id: ids['decor-page.save'] ?? 0 }, body: { name: '副本' } }),
    'decor-page.remove': (ids) => ({ query: { id: ids['decor-page.copy'] ?? 0 } }),
    'decor-page.restore': (ids) => ({ params: { id: ids['decor-page.copy'] ?? 0 } }),
    'decor-page.setDefault': (ids) => ({ params: { id: ids['decor-page.save'] ?? 0 } }),
    'decor-page.import': () => ({
      body: { mode: 'new' },
      file: ['page.json', Buffer.from(JSON.stringify({ kind: 'zhanggui-page', format: 1, name: '来的', value: {} }))],
    }),
    'page-template.save': (ids) => ({ body: { pageId: ids['decor-page.save'], name: '会场' } }),
    'page-template.remove': (ids) => ({ params: { id: ids['page-template.save'] ?? 0 } }),
    'page-block.save': () => ({ body: { name: '页脚', terminal: 3, component: block('关于我们') } }),
    'page-block.update': (ids) => ({ body: { id: ids['page-block.save'], component: block('联系我们') } }),
    'page-block.remove': (ids) => ({ params: { id: ids['page-block.save'] ?? 0 } }),
    'page-layout.saveNavigation': () => ({ body: { isCustom: true, items: navigation } }),
    'page-layout.saveCategory': () => ({ body: { style: 2, showFirstLevel: false } }),
    'page-layout.saveListStyle': () => ({ body: { style: 2 } }),
    'page-layout.saveHotWords': () => ({ body: { words: ['毛巾'] } }),
    'fixed-layout.saveMenu': () => ({ body: { indexMenu: layoutItems(5) } }),
    'fixed-layout.saveBanner': () => ({ body: { indexBanner: layoutItems(1) } }),
    'fixed-layout.saveNews': () => ({ body: { indexNews: layoutItems(1) } }),
    'fixed-layout.saveTable': () => ({ body: { indexTable: layoutItems(2) } }),
    'fixed-layout.saveUserMenu': () => ({ body: { userMenu: layoutItems(1) } }),
    'fixed-layout.saveUserBanner': () => ({ body: { userBanner: layoutItems(1) } }),
    'fixed-layout.saveAll': () => {
      const [indexMenu, few] = [layoutItems(6), layoutItems(2)]
      const rest = { indexBanner: few, indexNews: few, indexTable: layoutItems(3), userMenu: few, userBanner: few }
      return { body: { indexMenu, ...rest } }
    },
    'group-data.save': () => ({ body: { group: 'spread_banner', ...poster } }),
    'group-data.update': (ids) => ({ body: { id: ids['group-data.save'], ...poster, name: '秋季海报' } }),
    'group-data.remove': (ids) => ({ query: { id: ids['group-data.save'] ?? 0 } }),
    'shop-theme.save': () => ({ body: { theme: 3, radius: 1 } }),
  },
  elsewhere: {
    'decor-page.saveDraft': 'what the designer saves by itself, whose versions are kept',
    'decor-page.validate': 'changes nothing',
    'decor-page.resolve': 'changes nothing',
    'decor-page.preview': 'changes nothing',
    'decor-page.heartbeat': 'says who has a page open',
  },
}
