import { activityReport, type GoodsRank } from '@zhanggui/contract/promotion/activity-report.ts'
import { activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import type { SheetColumn } from '../../../platform/content/sheets.ts'
import { defineRowExport } from '../../../platform/work/exports.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { readGoodsRanking } from './goods-report.service.ts'

const BATCH = 1000
type Column = SheetColumn<GoodsRank>

/** 活动效果 of flash sales, bargains and team products, with costs for those who may see them. */
export const goodsReportExport = defineRowExport(activityReport.goodsDownload, {
  name: '商品活动效果',
  count: async (ctx, query) => (await readGoodsRanking(ctx, query, { limit: 1, offset: 0 })).total,
  async *rows(ctx, query, max) {
    for (let offset = 0; offset < max; offset += BATCH) {
      const limit = Math.min(BATCH, max - offset)
      const { rows } = await readGoodsRanking(ctx, query, { limit, offset })
      yield* rows
      if (rows.length < limit) return
    }
  },
  columns: (ctx): Column[] => [
    { title: '编号', value: ({ id }) => id, width: 8 },
    { title: '活动', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '类型', value: ({ type }) => activityTypes[type], width: 8 },
    { title: '开始日期', value: ({ startTime }) => startTime, width: 12 },
    { title: '结束日期', value: ({ stopTime }) => stopTime, width: 12 },
    { title: '付款订单', of: 'paidOrders', value: ({ paidOrders }) => paidOrders, width: 10 },
    { title: '件数', of: 'units', value: ({ units }) => units, width: 8 },
    { title: '带来实付', of: 'gmv', value: ({ gmv }) => gmv, money: true, width: 14 },
    { title: '让利', of: 'discount', value: ({ discount }) => discount, money: true, width: 12 },
    { title: '赠送积分', of: 'points', value: ({ points }) => points, width: 10 },
    { title: '赠送优惠券', of: 'coupons', value: ({ coupons }) => coupons, width: 12 },
    { title: '退款金额', of: 'refundAmount', value: ({ refundAmount }) => refundAmount, money: true, width: 12 },
    { title: '退款率(%)', of: 'refundRate', value: ({ refundRate }) => refundRate, width: 10 },
    { title: '付款人数', of: 'participants', value: ({ participants }) => participants, width: 10 },
    { title: '新客数', of: 'newBuyers', value: ({ newBuyers }) => newBuyers, width: 10 },
    { title: '客单价', of: 'avgOrder', value: ({ avgOrder }) => avgOrder, money: true, width: 12 },
    ...(maySeeCost(ctx) ? costs : []),
  ],
})

const costs: Column[] = [
  { title: '成本', of: 'cost', value: ({ cost }) => cost ?? '', money: true, width: 12 },
  { title: '毛利', of: 'margin', value: ({ margin }) => margin ?? '', money: true, width: 12 },
  { title: '投入产出比', of: 'roi', value: ({ roi }) => roi ?? '', width: 12 },
]
