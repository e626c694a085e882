import { expect, test } from 'vitest'
import { directory, page, recordsOf } from '../../testing/menus.ts'
import { createHelpSearch, helpPool } from './help-search.ts'

const records = recordsOf([
  directory('/order', '订单', [
    page('list', '订单管理', 'OrderList'),
    { ...page('shipment', '批量发货', 'OrderShipment'), component: 'order/order-shipment' },
  ]),
])

test('help is for the pages that are open to the user', () => {
  const links = helpPool(records).map(({ link }) => link.split('?')[0] ?? '')
  expect(links).toContain('/order/shipment')
  const everybodys = ['/dashboard', '/user/center']
  expect(links.filter((link) => !link.startsWith('/order/') && !everybodys.includes(link))).toEqual([])
})

test.each([
  ['批量发货', '怎么批量发货'],
  ['zmfh', '怎么发货'],
  ['zenmetuikuan', '怎么退款'],
  ['微信交易单号', '怎么用微信交易单号找订单'],
  ['粘贴单号', '批量发货'],
  ['批量', '怎么批量发货'],
  ['退款怎么弄？', '怎么退款'],
  ['如何发货', '怎么发货'],
  ['快捷键', '快捷键'],
  ['改密码', '怎么改密码'],
  ['gaimima', '怎么改密码'],
  ['没发货的', '还没发货的订单'],
  ['客户说没收到货怎么办', '买家没收到货怎么办'],
  ['为什么发不了货', '为什么发不了货'],
  ['如何打印发货单', '怎么打印发货单'],
  ['深色', '怎么换成深色、把字调大'],
])('%s finds the help %s first', async (query, title) => {
  expect((await createHelpSearch(records))(query)[0]?.title).toBe(title)
})

test.each(['', ' ', '怎', 'zzzz', '%%'])('help has nothing for %j', async (query) => {
  expect((await createHelpSearch(records))(query)).toEqual([])
})

test('what is said at the fields of a form is found too, by those who may open it', async () => {
  const withCoupons = recordsOf([directory('/marketing', '营销', [page('coupon/create', '添加优惠券', 'CouponForm')])])
  const search = await createHelpSearch(withCoupons)
  expect(search('有效天数')[0]).toMatchObject({ title: '优惠券有效天数', link: '/marketing/coupon/create' })
  expect((await createHelpSearch(records))('有效天数')).toEqual([])
})
