import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laws } from '../testing/pages.fixture.ts'
import { describeLink, shopPages } from './link-words.ts'
import { formatLink, parseLink, refOf, toH5 } from './links.ts'

test.each([
  ['/pages/index/index', '商城页面 · 首页', '/h5'],
  ['/pages/activity/small_page/index?id=12', '微页面 · 12', '/h5/page/12'],
  ['/pages/goods/goods_details/index?id=7', '商品 · 夏季连衣裙', '/h5/goods/7'],
  ['/pages/goods_details/index?id=7', '商品 · 夏季连衣裙', '/h5/goods/7'],
  ['/pages/goods/goods_list/index?cid=3', '商品分类 · 3', '/h5/list?cid=3'],
  ['/pages/goods/goods_list/index', '商城页面 · 全部商品', '/h5/list'],
  ['/pages/activity/promotionList/index?type=3', '商城页面 · 首发新品', '/h5/list?flag=isNew'],
  ['/pages/activity/goods_seckill_details/index?id=5', '秒杀商品 · 5', '/h5/seckill/5'],
  ['/pages/activity/goods_bargain_details/index?id=5', '砍价商品 · 5', '/h5/bargain/5'],
  [
    '/pages/activity/goods_bargain_details/index?id=5&bargainUserId=9',
    '砍价单 · /pages/activity/goods_bargain_details/index?id=5&bargainUserId=9',
    '/h5/bargain/5?bargainUserId=9',
  ],
  ['/pages/activity/goods_combination_status/index?id=4', '团 · 4', '/h5/team/4'],
  ['/pages/users/user_get_coupon/index?couponId=2', '优惠券 · 2', '/h5/coupons?couponId=2'],
  [
    '/pages/goods/order_details/index?orderNo=20261129120000000001',
    '订单 · 20261129120000000001',
    '/h5/order/20261129120000000001',
  ],
  ['plugin-private://wx2b03c6e691cd7370/pages/live-player-plugin?room_id=8', '直播间 · 8', '/h5/live'],
  ['channels://sphZhanggui01/export_Uz', '视频号直播 · sphZhanggui01', '/h5/live'],
  ['mp://wx0123456789abcdef/pages/a?b=1', '其他小程序 · wx0123456789abcdef/pages/a?b=1', undefined],
  [
    'https://example.com/a?b=1',
    '外部链接 · https://example.com/a?b=1',
    '/h5/web?url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1',
  ],
  ['tel:400-800-1234', '电话 · 400-800-1234', undefined],
  ['kefu:', '客服', '/h5/service'],
  ['#新品', '锚点 · #新品', undefined],
  ['top:', '返回顶部', undefined],
  ['scan:', '扫一扫', undefined],
  ['/h5/list?cid=3', '自定义 · /h5/list?cid=3', '/h5/list?cid=3'],
  ['/somewhere', '自定义 · /somewhere', undefined],
  // Not a product without its id, but still a path.
  ['/pages/goods/goods_details/index', '自定义 · /pages/goods/goods_details/index', undefined],
])('%s is %s', (text, words, h5) => {
  expect(describeLink(text, (kind, id) => (kind === 'product' && id === 7 ? '夏季连衣裙' : undefined))).toBe(words)
  expect(toH5(text)).toBe(h5)
})

test.each([
  ...[
    '',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
  ],
  ...[
    '/\\evil.example',
    'https://good.example@evil.example/',
    'https://a b',
    'tel:<b>',
    '#"onclick=',
    'mp://x/y',
    'file:///etc/passwd',
  ],
  ...['https://', 'channels://x', '/a"b', '/a<b>', `/${'a'.repeat(600)}`, 'pages/index/index'],
])('%j leads nowhere', (text) => {
  expect(parseLink(text)).toBeUndefined()
  expect([toH5(text), refOf(text)]).toEqual([undefined, undefined])
})

test('what a link says is what it was made of', () => {
  const id = fc.integer({ min: 1, max: 1e9 }).map(String)
  const path = fc.stringMatching(/^\/[a-z_]{1,12}(\?[a-z]{1,5}=[a-z0-9]{1,5})?$/)
  const texts = fc.oneof(
    fc.constantFrom(...shopPages.map((page) => page.path)),
    path,
    id.map((each) => `/pages/goods/goods_details/index?id=${each}`),
    id.map((each) => `channels://sph${each}abc/feed_${each}`),
    id.map((each) => `mp://wx0123456789abcdef/pages/a?id=${each}`),
    fc.stringMatching(/^https?:\/\/[a-z.]{1,12}(\/[a-z@"<]{0,5})?(\?[a-z=&]{0,8})?$/),
    fc.string({ maxLength: 40 }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const link = parseLink(text)
      if (link) expect(formatLink(link)).toBe(text)
      expect(describeLink(text)).toBeTypeOf('string')
    }),
    laws,
  )
})

test('every page of the shop has one path and a route', () => {
  expect(new Set(shopPages.map(({ path }) => path)).size).toBe(shopPages.length)
  for (const { path, h5 } of shopPages) {
    expect(toH5(path)).toBe(h5)
    expect(h5).toMatch(/^\/h5(\/[a-z]+)*(\?[a-z]+=\w+)?$/)
  }
})
