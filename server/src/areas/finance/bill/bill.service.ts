import type { Bill, BillQuery, BillSums, bill } from '@zhanggui/contract/finance/bill.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { cashOf, changeOf, flowOf } from '@zhanggui/domain/finance/bill.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import * as bills from './bill.repository.ts'

type Paged = RouteInput<typeof bill.list>['query']

/** A page of the ledger of money, the newest first, with the sums of all that the filters find. */
export async function listBills(ctx: Ctx, { page, limit, ...filter }: BillQuery & Paged) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await bills.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  // Beyond what is counted nothing is summed up: it would look at all that ever moved.
  const footer = counted.totalIsLowerBound ? null : sumUp(await bills.sum(ctx, filter))
  return { list: rows.map((row) => describe(row, media)), ...counted, footer, page: paging.page, limit: paging.limit }
}

function sumUp(groups: Awaited<ReturnType<typeof bills.sum>>): BillSums {
  const sums = { in: 0, out: 0, balanceIn: 0, balanceOut: 0 }
  for (const group of groups) {
    const [flow, change] = [flowOf(group), changeOf(group)]
    sums.in += flow.inFen
    sums.out += flow.outFen
    sums.balanceIn += Math.max(0, change)
    sums.balanceOut += Math.max(0, -change)
  }
  const { balanceIn, balanceOut } = sums
  return { in: toYuan(sums.in), out: toYuan(sums.out), balanceIn: toYuan(balanceIn), balanceOut: toYuan(balanceOut) }
}

function describe(row: bills.FoundBill, media: Media): Bill {
  const { id, uid, nickname, type, title, linkId, orderId, payType, mark } = row
  return {
    id,
    uid,
    nickname,
    type,
    title,
    linkId,
    orderId,
    payType,
    mark,
    avatar: media.toWire(row.avatar),
    pm: row.pm === 1 ? 1 : 0,
    number: toYuan(row.numberFen),
    cash: toYuan(cashOf(row)),
    change: toYuan(changeOf(row)),
    balance: row.affectBalance ? toYuan(row.balanceFen) : null,
    operator: operatorOf(row),
    createTime: toWireTime(row.createdAt),
  }
}

/** Who of the staff did it; '' for buyers and the system. */
export const operatorOf = ({ operatorId, nickName, username }: bills.FoundBill) =>
  operatorId ? personName(nickName ?? '', username ?? '') || `管理员 ${operatorId}` : ''
