import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { setSettings } from '../../../testing/pay.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { smsLogs, smsTemplates } from '../../message/sms/sms.tables.ts'
import { type BuyerMark, tellBuyer } from './buyer-message.service.ts'

test('15 a buyer is told by SMS where the switch is on; without phone, template or switch nothing happens', async () => {
  const shop = await openShop()
  const { ctx } = shop
  await setSettings(shop, { lowerOrder: true, deliverGoods: true })
  const content = `订单\${orderNo}已支付\${payPrice}元`
  const template = { tempId: 'T7', title: '支付成功', type: 2, tempKey: 'paySuccess', content, status: '通过' } as const
  await ctx.db.insert(smsTemplates).values(template)
  const [reachable, silent] = [await makeCustomer(ctx, { phone: '13800000001' }), await makeCustomer(ctx)]
  await shop.app.work()
  const tell = (uid: number, mark: BuyerMark) =>
    inTransaction(ctx, (tx) =>
      tellBuyer(tx, { mark, uid, bizId: 7, link: '/order/detail/7', values: { orderNo: '7', payPrice: '19.90' } }),
    )
  await tell(silent, 'paySuccess')
  await tell(reachable, 'deliverGoods')
  await tell(reachable, 'modifyOrderPrice')
  await tell(reachable, 'paySuccess')
  const sent = () => ctx.db.select({ phone: smsLogs.phone, content: smsLogs.content }).from(smsLogs)
  await expect.poll(sent, { timeout: 8000 }).toHaveLength(1)
  expect(await sent()).toEqual([{ phone: '13800000001', content: '订单7已支付19.90元' }])
})
