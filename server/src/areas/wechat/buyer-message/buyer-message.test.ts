import { type SmsPurposeKey, smsPurposeKeys, smsPurposes, smsVariables } from '@zhanggui/domain/message/sms.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { setSettings } from '../../../testing/pay.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { fillSmsDemo } from '../../message/sms/sms.demo.ts'
import { smsLogs, smsTemplates } from '../../message/sms/sms.tables.ts'
import { type BuyerMark, tellBuyer } from './buyer-message.service.ts'

test('a buyer gets an SMS only if the switch is on, a template exists and the buyer has a phone', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [reachable, silent] = [await makeCustomer(ctx, { phone: '13800000001' }), await makeCustomer(ctx)]
  await shop.app.work()
  const values = { orderNo: '7', payPrice: '19.90', expressName: '顺丰速运', expressNumber: 'SF1' }
  const tell = (uid: number, mark: BuyerMark) =>
    inTransaction(ctx, (tx) => tellBuyer(tx, { mark, uid, bizId: 7, link: '/order/detail/7', values }))
  await tell(reachable, 'paySuccess')
  await setSettings(shop, { lowerOrder: true, deliverGoods: true, priceRevision: true })
  await tell(reachable, 'deliverGoods')
  // A demo shop has a template for each switch.
  await inTransaction(ctx, fillSmsDemo)
  await ctx.db.delete(smsLogs)
  await tell(silent, 'paySuccess')
  for (const mark of ['paySuccess', 'deliverGoods', 'modifyOrderPrice'] as const) await tell(reachable, mark)
  const sent = async () =>
    (await ctx.db.select({ content: smsLogs.content }).from(smsLogs)).map(({ content }) => content).sort()
  await expect
    .poll(sent)
    .toEqual([
      '您的订单7价格已改为19.90元，请尽快付款。',
      '您的订单7已发货，顺丰速运运单号SF1。',
      '您的订单7已支付19.90元，我们会尽快发货。',
    ])
})

test('a demo shop has an approved template of every purpose', async () => {
  const { ctx } = await openShop()
  await inTransaction(ctx, fillSmsDemo)
  const rows = await ctx.db.select().from(smsTemplates)
  const usable = rows.filter(({ status, content, tempKey }) => {
    const filled: readonly string[] = smsPurposes[tempKey as SmsPurposeKey]?.values ?? []
    return status === '通过' && smsVariables(content).every((name) => filled.includes(name))
  })
  expect(usable.map(({ tempKey }) => tempKey).sort()).toEqual([...smsPurposeKeys].sort())
})
