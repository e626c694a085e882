import type { BrokerageQuery, BrokerageRow } from '@zhanggui/contract/distribution/brokerage.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as records from './brokerage.repository.ts'

/** A page of the commission ledger, the newest first, with sums. Accounts that see their stores alone see nothing of it. */
export async function listBrokerage(ctx: Ctx, { page, limit, ...filter }: BrokerageQuery) {
  const paging = readPage({ page, limit })
  const { rows, sums, ...counted } = await records.list(ctx, filter, paging)
  const footer = sums ? { in: toYuan(sums.inFen), out: toYuan(sums.outFen), waiting: toYuan(sums.waitingFen) } : null
  return { list: rows.map(describe), ...counted, page: paging.page, limit: paging.limit, footer }
}

function describe(row: records.FoundRecord): BrokerageRow {
  const { id, uid, nickname, title, linkType, linkId, status, mark, operatorName, brokerageLevel } = row
  return {
    id,
    uid,
    nickname,
    title,
    linkType,
    linkId,
    status,
    mark,
    operatorName,
    type: row.type === 1 ? 1 : 2,
    price: toYuan(row.priceFen),
    originPrice: toYuan(row.originPriceFen),
    balance: toYuan(row.balanceFen),
    level: brokerageLevel,
    thawTime: wireTime(row.thawTime),
    createTime: toWireTime(row.createdAt),
  }
}
