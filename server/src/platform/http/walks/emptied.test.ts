import { article } from '@zhanggui/contract/content/article.ts'
import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { articleDraft, makeArticleCategory } from '../../../testing/article.ts'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'

const picture = 'https://example.com/a.png'
const level = { name: '铁杆', grade: 9, experience: 9_000, discount: 90 }

/** Objects with texts that staff may empty again, and the columns that hold them. */
const objects: [save: Route, update: Route, table: string, draft: object, texts: Record<string, string>][] = [
  [brand.save, brand.update, 'brand', { name: '茶' }, { logo: picture }],
  [category.save, category.update, 'category', { name: '茶', type: 1, pid: 0 }, { extra: picture }],
  [dict.save, dict.update, 'dict', { name: 'tea' }, { remark: '茶' }],
  [
    expressCompany.save,
    expressCompany.update,
    'express_company',
    { code: 'TEA', name: '茶马' },
    { account: 'a', netName: '一号', logo: picture },
  ],
  [store.save, store.update, 'store', storeDraft('东门店'), { introduction: '在东门' }],
  [userLevel.save, userLevel.update, 'user_level', level, { icon: picture }],
  [
    liveAnchor.save,
    liveAnchor.update,
    'live_anchor',
    { name: '夏夏', wechat: 'xiaxia_live' },
    { avatar: picture, remark: '周末' },
  ],
]

test('a text or a picture that staff empty in a form is empty, and one that a call leaves out stays', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const { db } = shop.ctx
  const cid = await makeArticleCategory(admin, '店铺公告')
  const all: typeof objects = [
    ...objects,
    [
      article.save,
      article.update,
      'article',
      articleDraft(cid),
      { shareTitle: '茶', shareSynopsis: '好茶', url: 'https://example.com/1' },
    ],
  ]
  for (const [save, update, table, draft, texts] of all) {
    const columns = sql.join(
      Object.keys(texts).map((name) =>
        sql.identifier(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      ),
      sql`, `,
    )
    const read = async (id: number) => {
      const { rows } = await db.execute(sql`select ${columns} from ${sql.identifier(table)} where id = ${id}`)
      return Object.values(rows[0] ?? {})
    }
    const { status, body } = await admin.send(save.method, save.path, { ...draft, ...texts })
    expect([table, status]).toEqual([table, 200])
    const id = Number((body as unknown as { id: number }).id)
    const change = (more: object) =>
      admin.send(update.method, update.path.replace(':id', String(id)), { ...draft, id, ...more })
    expect((await change({})).status, table).toBe(200)
    expect(await read(id), `${table}: left out`).toEqual(Object.values(texts))
    expect((await change(Object.fromEntries(Object.keys(texts).map((name) => [name, ''])))).status, table).toBe(200)
    expect(await read(id), `${table}: emptied`).toEqual(Object.keys(texts).map(() => ''))
  }
})
