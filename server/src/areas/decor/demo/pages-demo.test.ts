import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { expect, test } from 'vitest'
import { withContext } from '../../../platform/http/context.ts'
import { openShop } from '../../../testing/shop.ts'
import { fillPageDemo } from './pages.demo.ts'

test('a demo shop has a home of twelve components, and micro pages of which one waits and one was changed', async () => {
  const { ctx, ...shop } = await openShop()
  const admin = await shop.signInAdmin()
  const caller = await ctx.platform.gate.actorOf(ctx, admin.userId)
  for (let times = 0; times < 2; times++) await fillPageDemo(withContext(ctx, { caller }))
  const { list } = (await admin.call(decorPage.list)).body
  expect(list.map(({ name, publishState, publishAt }) => [name, publishState, publishAt !== null])).toEqual([
    ['个人中心', 1, false],
    ['商城首页', 1, false],
    ['生鲜到家', 2, false],
    ['新人专享', 0, true],
    ['年货会场', 1, false],
  ])
  expect((await admin.call(pageBlock.list)).body.list).toMatchObject([
    { name: '购物说明', uses: [] },
    { name: '发货公告', uses: [{ name: '商城首页' }] },
  ])
  const home = await shop.visitor().call(frontPages.info, { params: { id: 0 } })
  expect(home.body.componentsData).toHaveLength(12)
})
