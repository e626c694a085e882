import { describe, expect, test } from 'vitest'
import { directory, page, recordsOf, shopMenus, shopRecords } from '../../testing/menus.ts'
import { createMenuSearch, searchPool } from './menu-search.ts'

const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)

describe('the pool', () => {
  test('every visible page with a title, including external links but not directories', () => {
    expect(labels(searchPool(shopRecords))).toEqual([
      '首页',
      '商品 > 商品管理',
      '商品 > 商品导入',
      '订单 > 订单管理',
      '订单 > 售后退款',
      '营销 > 秒杀 > 秒杀商品',
      '支付后台',
    ])
  })

  test('a hidden parent removes its subtree', () => {
    const hidden = directory('/x', '甲', [page('a', '子', 'A')], { hidden: true })
    expect(labels(searchPool(recordsOf([hidden])))).toEqual(['首页'])
  })

  test('an external link is marked as such', () => {
    expect(searchPool(shopRecords).at(-1)).toMatchObject({ link: 'https://pay.example.com', external: true })
  })

  test('an entry has its titles, its full path and the link to open', () => {
    expect(searchPool(shopRecords)[5]).toEqual({
      title: ['营销', '秒杀', '秒杀商品'],
      path: '/marketing/seckill/list/:timeId?',
      link: '/marketing/seckill/list',
      label: '营销 > 秒杀 > 秒杀商品',
      words: [],
      external: false,
    })
  })
})

describe('the search', () => {
  test.each([
    ['商品管理', '商品 > 商品管理'],
    ['售后', '订单 > 售后退款'],
    ['refund', '订单 > 售后退款'],
    ['dingdanguanli', '订单 > 订单管理'],
    ['DDGL', '订单 > 订单管理'],
    ['ms', '营销 > 秒杀 > 秒杀商品'],
    ['退', '订单 > 售后退款'],
  ])('%s finds %s first', async (query, label) => {
    const search = await createMenuSearch(shopRecords)
    expect(labels(search(query))[0]).toBe(label)
  })

  test('the initials dd find 订单', async () => {
    const search = await createMenuSearch(shopRecords)
    expect(labels(search('dd')).slice(0, 2).toSorted()).toEqual(['订单 > 售后退款', '订单 > 订单管理'])
  })

  test('a small typing error is tolerated, nonsense is not', async () => {
    const search = await createMenuSearch(shopRecords)
    expect(labels(search('shangpinguanl1'))[0]).toBe('商品 > 商品管理')
    expect(search('zzzzqqqq')).toEqual([])
  })

  const deskRecords = recordsOf([
    directory('/product', '商品', [page('list', '商品管理', 'A'), page('sku', 'SKU 管理', 'B')]),
    directory('/order', '订单', [page('list', '订单管理', 'C'), page('refund', '售后退款', 'D')]),
    directory('/system', '系统', [page('notice', '消息中心', 'E'), page('express', '物流公司', 'F')]),
    directory('/marketing', '营销', [page('coupon', '优惠券管理', 'G')]),
  ])

  test.each([
    ['xxzx', ['消息中心']],
    ['xiaoxi', ['消息中心']],
    ['xiaoxizx', ['消息中心']],
    ['zhongxin', ['消息中心']],
    ['zx', ['消息中心']],
    ['ddgl', ['订单管理']],
    ['dingdan', ['订单管理', '售后退款']],
    ['ding dan', ['订单管理', '售后退款']],
    ['dindan', ['订单管理']],
    ['dd tk', ['售后退款']],
    ['订单 退款', ['售后退款']],
    ['sku', ['SKU 管理']],
    ['yhq', ['优惠券管理']],
    ['wlgs', ['物流公司']],
    ['wuliugongsl', ['物流公司']],
  ])('of what staff type, %s finds %j', async (query, wanted) => {
    const search = await createMenuSearch(deskRecords)
    expect(search(query).map(({ title }) => title.at(-1))).toEqual(wanted)
  })

  test.each(['zxzxzx', 'xxxx', 'ddddgl', 'ng', 'qwerty', 'asdf', 'zzz'])(
    '%s skips, repeats or begins within a syllable, and finds nothing',
    async (query) => {
      expect((await createMenuSearch(deskRecords))(query)).toEqual([])
    },
  )

  test.each(['', '   '])('a blank query finds nothing', async (query) => {
    const search = await createMenuSearch(shopRecords)
    expect(search(query)).toEqual([])
  })

  test('a search over new routes finds the new page', async () => {
    const menus = [...shopMenus, directory('/live', '直播', [page('room', '直播间', 'LiveRoomList')])]
    const search = await createMenuSearch(recordsOf(menus))
    expect(labels(search('zbj'))[0]).toBe('直播 > 直播间')
    expect((await createMenuSearch(shopRecords))('直播间')).toEqual([])
  })
})
