import { type BargainRow, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import { readBargains } from './bargain.service.ts'

export const bargainExport = defineExport(bargain.download, {
  name: '砍价商品导出',
  list: (ctx, { shown: _, page: _1, limit: _2, ...filter }, page) => readBargains(ctx, filter, page),
  columns: [
    { title: '编号', of: 'id', value: ({ id }) => id, width: 8 },
    { title: '砍价活动名称', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '砍价金额', of: 'price', value: ({ price }) => price, money: true, width: 12 },
    { title: '最低价', of: 'minPrice', value: ({ minPrice }) => minPrice, money: true, width: 12 },
    { title: '用户每次砍价的次数', value: ({ bargainNum }) => bargainNum, width: 12 },
    { title: '阶段', of: 'phase', value: ({ phaseName }) => phaseName, width: 10 },
    { title: '砍价状态', of: 'status', value: ({ status }: BargainRow) => (status ? '开启' : '关闭'), width: 10 },
    { title: '砍价开启时间', of: 'stopTime', value: ({ startTime }) => startTime, width: 14 },
    { title: '砍价结束时间', of: 'stopTime', value: ({ stopTime }) => stopTime, width: 14 },
    { title: '限量', of: 'sales', value: ({ quotaShow }) => quotaShow, width: 10 },
    { title: '库存', of: 'quota', value: ({ quota }) => quota, width: 10 },
    { title: '浏览次数', of: 'browse', value: ({ browse }) => browse, width: 10 },
    { title: '预算', of: 'budget', value: ({ budget }) => budget ?? '', money: true, width: 12 },
    { title: '预算已用', of: 'budget', value: ({ budgetUsed }) => budgetUsed ?? '', money: true, width: 12 },
    { title: '销量', of: 'sales', value: ({ sales }) => sales, width: 10 },
    { title: '参与人数', of: 'countPeopleAll', value: ({ countPeopleAll }) => countPeopleAll, width: 10 },
    { title: '帮忙砍价人数', of: 'countPeopleHelp', value: ({ countPeopleHelp }) => countPeopleHelp, width: 12 },
    { title: '成功人数', of: 'countPeopleSuccess', value: ({ countPeopleSuccess }) => countPeopleSuccess, width: 10 },
    { title: '返多少积分', value: ({ giveIntegral }) => giveIntegral, width: 10 },
    { title: '添加时间', of: 'createTime', value: ({ createTime }) => createTime, width: 20 },
  ],
})
