import { activityReport, type RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import type { SheetColumn } from '../../../platform/content/sheets.ts'
import { defineRowExport } from '../../../platform/work/exports.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { readRanking } from './activity-report.service.ts'

const BATCH = 1000

/** 活动效果, with the return on the discount for those who may see costs. */
export const activityReportExport = defineRowExport(activityReport.download, {
  name: '活动效果',
  count: async (ctx, query) => (await readRanking(ctx, query, { limit: 1, offset: 0 })).total,
  async *rows(ctx, query, max) {
    for (let offset = 0; offset < max; offset += BATCH) {
      const limit = Math.min(BATCH, max - offset)
      const { rows } = await readRanking(ctx, query, { limit, offset })
      yield* rows
      if (rows.length < limit) return
    }
  },
  columns: (ctx): SheetColumn<RankRow>[] => [
    { title: '编号', value: ({ id }) => id, width: 8 },
    { title: '名称', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '领取数', of: 'received', value: ({ received }) => received, width: 10 },
    { title: '使用数', of: 'used', value: ({ used }) => used, width: 10 },
    { title: '使用率(%)', of: 'useRate', value: ({ useRate }) => useRate, width: 10 },
    { title: '过期数', of: 'expired', value: ({ expired }) => expired, width: 10 },
    { title: '订单金额', of: 'orderAmount', value: ({ orderAmount }) => orderAmount, money: true, width: 14 },
    { title: '优惠金额', of: 'discount', value: ({ discount }) => discount, money: true, width: 14 },
    { title: '退款金额', of: 'refundAmount', value: ({ refundAmount }) => refundAmount, money: true, width: 12 },
    { title: '新客数', of: 'newBuyers', value: ({ newBuyers }) => newBuyers, width: 10 },
    { title: '订单数', of: 'orders', value: ({ orders }) => orders, width: 10 },
    { title: '客单价', of: 'avgOrder', value: ({ avgOrder }) => avgOrder, money: true, width: 12 },
    ...(maySeeCost(ctx) ? costs : []),
  ],
})

const costs: SheetColumn<RankRow>[] = [
  { title: '成本', of: 'cost', value: ({ cost }) => cost ?? '', money: true, width: 12 },
  { title: '投入产出比', of: 'roi', value: ({ roi }) => roi ?? '', width: 12 },
]
