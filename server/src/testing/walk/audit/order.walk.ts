import { sql } from 'drizzle-orm'
import { caseForm, makeCase, onItsWayBack } from '../../after-sales.ts'
import { buyInTeam } from '../../combination.ts'
import { makeCommission } from '../../commission.ts'
import { pdf } from '../../files/upload-samples.ts'
import { type MadeOrder, makeOrder } from '../../order.ts'
import type { Shop } from '../../shop.ts'
import { makeCustomer } from '../../user.ts'
import type { AreaWalk, Call } from './audit-walk.ts'
import { openGroup } from './combination.walk.ts'
import { sheetReady } from './finance.walk.ts'

/** An invoice of a paid order, in a state. */
async function invoiceOf({ ctx }: Shop, state: 0 | 3): Promise<number> {
  const { id } = await makeOrder(ctx, { paid: true })
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    insert into invoice (order_id, uid, title_type, title, amount_fen, state, number)
    select id, uid, 1, '王小明', 100, ${state}, ${state ? '12345678' : ''} from store_order where id = ${id} returning id`)
  return Number(rows[0]?.id)
}

export const orderWalk: AreaWalk = {
  walks: {
    'order.mark': (_, shop) => ordered(shop, { remark: '送礼' }),
    'refund.start': (_, shop) =>
      ordered(shop, { amount: 1, method: 'balance', reason: '少发' }, { paid: true, payType: 'yue' }),
    'order-note.tag': (_, shop) => ordered(shop, { add: [1] }),
    'order-note.hold': (_, shop) => ordered(shop, { reason: '等通知' }, { paid: true }),
    'order-note.unhold': (_, shop) => ordered(shop, {}, { paid: true, hold: true }),
    'order-note.comment': (_, shop) => ordered(shop, { content: '已回电' }),
    'order-note.editComment': (ids) => ({ body: { id: ids['order-note.comment'], content: '已回电两次' } }),
    'order-note.removeComment': (ids) => ({ body: { id: ids['order-note.comment'] } }),
    'order-note.bulk': async (_, { ctx }) => {
      const { orderNo } = await makeOrder(ctx)
      return { body: { act: 'mark', orderNos: [orderNo], remark: '送礼' } }
    },
    'order-note.bulkUndo': () => ({ body: { batchId: 1 } }),
    'order.updatePrice': (_, shop) => ordered(shop, { payPrice: 18.5 }),
    'order.updateAddress': (_, shop) =>
      ordered(shop, { realName: '李雷', userPhone: '13800138001', cityId: 110101, detail: '一号院' }),
    'order.paid': (_, shop) => ordered(shop, { reason: '转账已到' }),
    'pickup.verify': async (_, { ctx }) => {
      const { verifyCode } = await makeOrder(ctx, { paid: true, shippingType: 2, storeId: 1 })
      return { params: { vCode: verifyCode }, body: {} }
    },
    'draft-order.save': () => ({
      body: { customerPhone: '13900139009', items: [{ skuId: 1, num: 1 }], shippingType: 1 },
    }),
    'draft-order.copy': (ids) => ({ body: { id: ids['draft-order.save'] } }),
    'draft-order.cancel': (ids) => ({ body: { id: ids['draft-order.save'] } }),
    'order.close': (_, shop) => ordered(shop, { reason: '缺货' }),
    'order.remove': (_, shop) => ordered(shop, {}, { closeType: 1, isDel: true }),
    'shipment.send': (_, shop) => ordered(shop, sfParcel('SF1000000000001'), { paid: true }),
    'shipment.update': (_, shop) => shipped(shop, sfParcel('SF1000000000002')),
    'shipment.withdraw': (_, shop) => shipped(shop),
    'ship-batch.read': async (_, { ctx }) => {
      const { orderNo } = await makeOrder(ctx, { paid: true })
      return { file: ['a.csv', Buffer.from(`订单号,快递公司,快递单号\n${orderNo},顺丰,SF1000000000009`)] }
    },
    'ship-batch.mend': (ids) => ({ body: { batchId: ids['ship-batch.read'], row: 2, skipped: true } }),
    'ship-batch.confirm': async (ids, { ctx }) => {
      await ctx.db.execute(sql`update ship_batch_row set state = 0 where batch_id = ${ids['ship-batch.read']}`)
      return { body: { batchId: ids['ship-batch.read'] } }
    },
    'ship-batch.undo': async (ids, { ctx }) => {
      await ctx.db.execute(sql`update ship_batch set state = 2, task_id = '', finished_at = now()`)
      await ctx.db.execute(sql`update ship_batch_row set state = 2`)
      return { body: { batchId: ids['ship-batch.read'] } }
    },
    'invoice.save': async (_, { ctx }) => {
      const { orderNo } = await makeOrder(ctx, { paid: true })
      return { body: { orderNo, titleType: 1, title: '王小明' } }
    },
    'invoice.issue': async (_, shop) => ({ body: { id: await invoiceOf(shop, 0), number: '26332000000000000001' } }),
    'invoice.refuse': async (_, shop) => ({ body: { id: await invoiceOf(shop, 0), reason: '抬头有误' } }),
    'invoice.reverse': async (_, shop) => ({ body: { id: await invoiceOf(shop, 3) } }),
    'invoice.upload': async () => ({ file: ['a.pdf', pdf] }),
    'invoice.attach': async (_, shop) => ({
      body: { id: await invoiceOf(shop, 3), fileUrl: 'https://inv.example.com/12345678.pdf' },
    }),
    'invoice.import': async (_, { ctx }) => {
      const { orderNo } = await makeOrder(ctx, { paid: true })
      return { file: ['a.csv', Buffer.from(`订单号,发票号码\n${orderNo},26332000000000000002`)] }
    },
    'invoice.confirm': async (_, { ctx }) => ({ body: { batchId: await sheetReady(ctx, 'invoice') } }),
    'order-print.data': async (_, { ctx }) => {
      const { orderNo } = await makeOrder(ctx, { paid: true })
      return { body: { orderNos: [orderNo], kind: 'note' } }
    },
    'after-sales.apply': async (_, { ctx }) => {
      const made = await makeOrder(ctx, { paid: true })
      return { body: { orderNo: made.orderNo, ...caseForm(made) } }
    },
    'after-sales.check': async (_, { ctx }) => ({ body: { id: (await makeCase(ctx)).id, pass: true } }),
    'after-sales.refuse': async (_, { ctx }) => ({
      body: { orderNo: (await makeCase(ctx)).order.orderNo, reason: '已过七天无理由' },
    }),
    'after-sales.receive': async (_, { ctx }) => ({
      body: { id: (await makeReturn(ctx, onItsWayBack)).id, received: 1 },
    }),
    'after-sales.pay': async (_, { ctx }) => ({
      body: { id: (await makeReturn(ctx, { ...onItsWayBack, received: 1 })).id },
    }),
    'ship-batch.template': () => ({}),
    'team.finish': async (_, shop) => {
      const { pinkId } = await buyInTeam(shop, await openGroup(shop, '提前成团'))
      return { body: { id: pinkId, reason: '老客户的团' } }
    },
    'order-commission.void': async (_, { ctx }) => {
      const order = await makeOrder(ctx, { paid: true, payTime: ctx.now(), payType: 'yue' })
      const uid = await makeCustomer(ctx)
      await makeCommission(ctx, [{ uid, orderId: order.id, linkType: 'order', status: 1, priceFen: 100 }])
      return { body: { orderNo: order.orderNo, level: 1, reason: '自己下单' } }
    },
  },
  elsewhere: {
    'pickup-order.list': 'changes nothing',
    'refund.quote': 'changes nothing',
    'refund.again': 'refund.test.ts',
    'draft-order.compute': 'changes nothing',
    'order-edit.preview': 'changes nothing',
    'order-edit.confirm': 'order-edit.test.ts',
    'order-edit.cancel': 'order-edit.test.ts',
    'order-edit.paid': 'order-edit.test.ts',
    'draft-order.send': 'draft-order.test.ts',
    'draft-order.convert': 'draft-order.test.ts',
    'draft-order.reship': 'reship.test.ts',
  },
}

/** A call on a new order of one towel. */
async function ordered({ ctx }: Shop, body: object, order: MadeOrder = {}): Promise<Call> {
  const { orderNo } = await makeOrder(ctx, { lines: [{ tempId: 1 }], ...order })
  return { body: { orderNo, ...body } }
}

/** A case about goods that were sent, and go back. */
const makeReturn = (ctx: Shop['ctx'], set: object) =>
  makeCase(ctx, { order: { status: 1 }, form: { serviceType: 1 }, set })

const sfParcel = (expressNumber: string) => ({ deliveryType: 'express', expressCode: 'SF', expressNumber })

/** Sends an order. Returns a call that names its parcel. */
async function shipped(shop: Shop, body: object = {}): Promise<Call> {
  const { orderNo } = await makeOrder(shop.ctx, { paid: true })
  const sent = await (await shop.signInAdmin()).send('POST', '/admin/store/order/send', {
    orderNo,
    ...sfParcel('SF1000000000003'),
    confirmSame: true,
  })
  return { body: { ...body, deliveryNo: (sent.body as unknown as { deliveryNo: string }).deliveryNo } }
}
