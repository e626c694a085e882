import { billKinds } from '@zhanggui/domain/finance/bill.ts'
import { billTypes } from '@zhanggui/domain/user/ledger.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

/** An amount that may be below 0. */
const signed = (title: string) => t.Amount({ title, minimum: -1e13 })

/** A movement of money: what the shop took or paid, and what it did to a customer's balance. */
export const Bill = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  type: t.OneOf(t.keysOf(billTypes), { title: '类型' }),
  title: t.String({ title: '标题' }),
  /** The number of the order or recharge; of an order also its page. */
  linkId: t.String({ title: '关联单号' }),
  orderId: t.Nullable(t.Id),
  payType: t.String({ title: '支付方式' }),
  /** 1 in, 0 out, of the customer. */
  pm: t.OneOfNumbers([0, 1], { title: '收支', description: '1 收入，0 支出' }),
  number: t.Amount({ title: '金额' }),
  /** What the shop took, or paid (below 0); 0 where only a balance moved. */
  cash: signed('收付'),
  /** What the balance grew by, or shrank (below 0); 0 for money that went through a provider alone. */
  change: signed('余额变动'),
  /** After it; null where it did not move. */
  balance: t.Nullable(t.Yuan),
  mark: t.String({ title: '备注' }),
  /** Who of the staff did it; '' for buyers and the system. */
  operator: t.String({ title: '操作人' }),
  createTime: t.DateTime,
})
export type Bill = t.Static<typeof Bill>

export const BillQuery = t.Object({
  keywords: t.Optional(t.String({ title: '用户或单号', pasted: 'keyword', maxLength: 64 })),
  dateLimit: t.Optional(t.TimeRange),
  title: t.Optional(t.OneOf(t.keysOf(billKinds), { title: '类型' })),
})
export type BillQuery = t.Static<typeof BillQuery>

/** Sums of the rows that the filters find; null beyond 10,000 rows. */
const Footer = t.Nullable(
  t.Object(
    {
      in: t.Amount({ title: '收入' }),
      /** Less what was booked back as it never left: below 0 where that alone happened. */
      out: signed('支出'),
      balanceIn: t.Amount({ title: '余额增加' }),
      balanceOut: t.Amount({ title: '余额减少' }),
    },
    { title: '合计' },
  ),
)
export type BillSums = t.Static<typeof Footer>

/** 资金监控: the ledger of money, of all customers. */
export const bill = routes('bill', {
  list: {
    method: 'GET',
    path: '/admin/finance/founds/monitor/list',
    permission: 'admin:finance:monitor:list',
    summary: '资金流水，新的在前',
    query: t.pageQuery(BillQuery.properties),
    response: t.Object({ ...t.pageOf(Bill).properties, footer: Footer }),
  },
  download: exportRoute({
    path: '/admin/export/excel/bill',
    permission: 'admin:finance:export',
    summary: '导出资金流水',
    query: BillQuery,
  }),
})
