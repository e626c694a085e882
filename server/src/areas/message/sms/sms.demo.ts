import type { Ctx } from '../../../platform/http/context.ts'
import { smsLogs, smsTemplates } from './sms.tables.ts'

const HOUR_MS = 3600_000

/** What the switches of 短信设置 and 消息设置 send, so that each works in a demo shop. */
const noticeTemplates = (
  [
    ['paySuccess', '付款成功提醒', `您的订单\${orderNo}已支付\${payPrice}元，我们会尽快发货。`],
    ['modifyOrderPrice', '改价提醒', `您的订单\${orderNo}价格已改为\${payPrice}元，请尽快付款。`],
    ['adminLowerOrder', '新下单提醒', `\${nickname}下单\${payPrice}元，订单\${orderNo}，待付款。`],
    ['adminPaySuccess', '新订单提醒', `\${nickname}已付款\${payPrice}元，订单\${orderNo}，请及时发货。`],
    ['adminConfirmTakeOver', '确认收货提醒', `\${nickname}已确认收货，订单\${orderNo}。`],
    ['adminRefund', '退款申请提醒', `订单\${orderNo}申请退款\${amount}元，\${reason}。`],
    ['groupSuccess', '拼团成功提醒', `您参加的\${productName}\${people}人团已成团，订单\${orderNo}即将发货。`],
    ['groupFail', '拼团失败提醒', `您参加的\${productName}\${people}人团未成团，订单\${orderNo}的款项会退回。`],
    ['bargainingSuccess', '砍价成功提醒', `\${productName}已砍到\${minPrice}元，请在\${deadline}前下单。`],
    ['bargainFail', '砍价未完成提醒', `\${productName}没有砍到\${minPrice}元，砍价已结束。`],
    ['staff_notice', '员工消息提醒', `您有新的消息：\${title}`],
  ] as const
).map(([tempKey, title, content], at) => ({
  tempId: `DEMO_10${at + 10}`,
  title,
  type: 2 as const,
  tempKey,
  content,
  status: '通过' as const,
}))

/** Templates in every state and a few messages, of a shop that only logs its messages. */
export async function fillSmsDemo(tx: Ctx): Promise<void> {
  const at = tx.now()
  await tx.db.insert(smsTemplates).values([
    {
      tempId: 'DEMO_1001',
      title: '短信验证码',
      type: 1,
      tempKey: 'verify_code',
      content: `您的验证码是\${code}，\${minutes}分钟内有效，请勿告诉他人。`,
      status: '通过',
    },
    {
      tempId: 'DEMO_1002',
      title: '发货提醒',
      type: 2,
      tempKey: 'deliverGoods',
      content: `您的订单\${orderNo}已发货，\${expressName}运单号\${expressNumber}。`,
      status: '通过',
    },
    {
      tempId: 'DEMO_1003',
      title: '会员日优惠',
      type: 3,
      content: `会员日全场\${discount}折，详情见小程序。`,
      status: '驳回',
      reason: '营销短信须写明退订方式',
    },
    { tempId: 'DEMO_1004', title: '到店自提提醒', type: 2, content: `您购买的\${goods}可到店自提了。`, status: '待审' },
    ...noticeTemplates,
  ])
  const messages = [
    { phone: '13800001111', content: '您的订单WX20250301已发货，顺丰速运运单号SF1020304050。', template: 'DEMO_1002' },
    { phone: '13900002222', content: '您的验证码是******，5分钟内有效，请勿告诉他人。', template: 'DEMO_1001' },
    { phone: '13700003333', content: '您的订单WX20250302已发货，中通快递运单号ZT5566778899。', template: 'DEMO_1002' },
  ]
  await tx.db.insert(smsLogs).values(
    messages.map((message, index) => {
      const createdAt = new Date(at.getTime() - (index + 1) * HOUR_MS)
      const isSent = index !== 2
      const outcome = isSent
        ? { resultCode: 100 as const, bizId: `demo-${index + 1}`, receiptAt: createdAt }
        : { resultCode: 131 as const, memo: '号码不存在' }
      return { ...message, ...outcome, createdAt, updatedAt: createdAt }
    }),
  )
}
