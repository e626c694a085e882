import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { PayLink } from './draft-order.ts'
import { orderNo } from './order-line.ts'

const num = t.Integer({ title: '数量', minimum: 1, maximum: 999 })

/** What an edit changes of an order: goods that come, units that stay of lines, lines that become another SKU. */
const wish = {
  orderNo,
  add: t.Optional(
    t.Array(t.Object({ skuId: t.Id, num }), { title: '增加的商品', maxItems: 50, example: [{ skuId: 1, num: 1 }] }),
  ),
  /** The number that the line has afterwards; 0 takes it off, more adds of the same at today's price. */
  change: t.Optional(
    t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '数量', maximum: 99_999 }) }), {
      title: '数量变动',
      maxItems: 100,
    }),
  ),
  swap: t.Optional(t.Array(t.Object({ lineId: t.Id, skuId: t.Id }), { title: '换规格', maxItems: 50 })),
  version: t.Version,
}

const EditQuestion = t.Object(wish)
export type EditQuestion = t.Static<typeof EditQuestion>
const EditForm = t.Object({
  ...wish,
  reason: t.String({ title: '改单原因', minLength: 2, maxLength: 100 }),
  /** What proves the cash that was handed over, where the preview names some. */
  voucher: t.Optional(t.String({ title: '退款凭证', maxLength: 512 })),
})
export type EditForm = t.Static<typeof EditForm>

/** A line as it will be. */
const EditLine = t.Object({
  /** Null of a new line. */
  lineId: t.Nullable(t.Id),
  skuId: t.Id,
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格' }),
  /** Of a line that becomes another SKU: what it was. */
  oldSku: t.String({ title: '原规格' }),
  unitPrice: t.Amount({ title: '单价' }),
  /** Units that are to be sent, before and after. */
  oldNum: t.Integer({ title: '原数量' }),
  num: t.Integer({ title: '数量' }),
  /** What is paid for it, or goes back of it: signed. */
  money: t.Yuan,
})

const EditSum = t.Object({
  lines: t.Array(EditLine, { title: '商品' }),
  added: t.Amount({ title: '增加金额' }),
  removed: t.Amount({ title: '减少金额' }),
  /** Above 0: the buyer pays it; below 0: it goes back. */
  difference: t.Yuan,
  /** What of it staff hand over in cash or by transfer, and prove by a voucher. */
  handOver: t.Amount({ title: '线下退款金额' }),
  /** Why the caller may not confirm it; '' where nothing stands against it. */
  refused: t.String({ title: '不能确认的原因', description: '可以确认时为空' }),
  /** A second person must agree first; cash is handed over after that. */
  asksFirst: t.Boolean({ title: '须审批' }),
  /** What follows, a sentence each. */
  effects: t.Array(t.String()),
})
export type EditSum = t.Static<typeof EditSum>

/** An edit that waits for its money. */
const WaitingEdit = t.Object({
  id: t.Id,
  editNo: t.String({ title: '改单号' }),
  difference: t.Amount({ title: '应补金额' }),
  reason: t.String({ title: '改单原因' }),
  expireTime: t.DateTime,
  /** What it adds, takes off and swaps, in words. */
  text: t.String({ title: '内容', maxLength: 2000 }),
  ...PayLink,
})
export type WaitingEdit = t.Static<typeof WaitingEdit>

const base = '/admin/store/order/edit'
const permission = 'admin:order:edit'

/** 改单, 换规格: paid orders of which nothing was sent. */
export const orderEdit = routes('order-edit', {
  preview: {
    method: 'POST',
    path: `${base}/preview`,
    permission,
    quiet: true,
    whileSeeing: true,
    summary: '改单试算',
    body: EditQuestion,
    response: EditSum,
    errors: [404, 409, 422],
  },
  confirm: {
    method: 'POST',
    path: `${base}/confirm`,
    /** Where money goes back, that of refunds too. */
    permission,
    summary: '改单',
    body: EditForm,
    /** State: 0 waits for its money, 1 done. */
    response: t.Object({
      ...t.SavedVersion.properties,
      editId: t.Id,
      state: t.OneOfNumbers([0, 1], { title: '状态' }),
      difference: t.Yuan,
      ...PayLink,
    }),
    accepted: Asked,
    errors: [404, 409, 422, 428],
  },
  /** Null where none waits. */
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission,
    quiet: true,
    summary: '等待付款的改单',
    query: t.Object({ orderNo }),
    response: t.Object({ edit: t.Nullable(WaitingEdit) }),
    errors: [404],
  },
  /** The difference was paid past the gateways. */
  paid: {
    method: 'POST',
    path: `${base}/paid`,
    permission: 'admin:order:paid:offline',
    summary: '改单差价确认线下收款',
    body: t.Object({
      orderNo,
      voucher: t.Optional(t.String({ title: '收款凭证', maxLength: 255 })),
      reason: t.String({ title: '原因', minLength: 2, maxLength: 100 }),
      version: t.Version,
    }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  cancel: {
    method: 'POST',
    path: `${base}/cancel`,
    permission,
    summary: '取消等待付款的改单',
    body: t.Object({ orderNo, version: t.Version }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
})
