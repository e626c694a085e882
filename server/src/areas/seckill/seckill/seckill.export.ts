import { type SeckillRow, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import { readSeckills } from './seckill.service.ts'

const two = (hour: number) => String(hour).padStart(2, '0')

export const seckillExport = defineExport(seckill.download, {
  name: '秒杀商品导出',
  list: (ctx, { shown: _, page: _1, limit: _2, ...filter }, page) => readSeckills(ctx, filter, page),
  columns: [
    { title: '编号', of: 'id', value: ({ id }) => id, width: 8 },
    { title: '秒杀名称', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '场次', of: 'slot', value: ({ slot }) => slot.name, width: 14 },
    {
      title: '秒杀时段',
      of: 'slot',
      value: ({ slot: { startHour, endHour } }) => `${two(startHour)}:00 - ${two(endHour)}:00`,
      width: 16,
    },
    { title: '开始日期', of: 'slot', value: ({ startTime }) => startTime, width: 12 },
    { title: '结束日期', of: 'slot', value: ({ stopTime }) => stopTime, width: 12 },
    { title: '原价', of: 'price', value: ({ otPrice }) => otPrice, money: true, width: 12 },
    { title: '秒杀价', of: 'price', value: ({ price }) => price, money: true, width: 12 },
    { title: '限量', of: 'sales', value: ({ quotaShow }) => quotaShow, width: 10 },
    { title: '已售', of: 'sales', value: ({ sales }) => sales, width: 10 },
    { title: '待付款', of: 'sales', value: ({ reserved }) => reserved, width: 10 },
    { title: '限量剩余', of: 'quota', value: ({ quota }) => quota, width: 10 },
    { title: '可售', of: 'quota', value: ({ left }) => left, width: 10 },
    { title: '浏览次数', of: 'browse', value: ({ browse }) => browse, width: 10 },
    { title: '预算', of: 'budget', value: ({ budget }) => budget ?? '', money: true, width: 12 },
    { title: '预算已用', of: 'budget', value: ({ budgetUsed }) => budgetUsed ?? '', money: true, width: 12 },
    { title: '今天销售额', of: 'todayAmount', value: ({ todayAmount }) => todayAmount, money: true, width: 12 },
    { title: '当天参与活动次数', value: ({ num }) => num, width: 12 },
    { title: '单笔限购', value: ({ onceNum }) => onceNum, width: 10 },
    { title: '活动限购', value: ({ totalNum }) => totalNum, width: 10 },
    { title: '秒杀状态', of: 'phase', value: ({ phaseName }) => phaseName, width: 10 },
    { title: '状态', of: 'status', value: ({ status }: SeckillRow) => (status ? '开启' : '关闭'), width: 10 },
    { title: '创建时间', of: 'createTime', value: ({ createTime }) => createTime, width: 20 },
  ],
})
