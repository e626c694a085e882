import { type CombinationRow, combination } from '@zhanggui/contract/combination/combination.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import { readCombinations } from './combination.service.ts'

export const combinationExport = defineExport(combination.download, {
  name: '拼团商品导出',
  list: (ctx, { shown: _, page: _1, limit: _2, ...filter }, page) => readCombinations(ctx, filter, page),
  columns: [
    { title: '编号', of: 'id', value: ({ id }) => id, width: 8 },
    { title: '拼团名称', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '原价', of: 'price', value: ({ otPrice }) => otPrice, money: true, width: 12 },
    { title: '拼团价', of: 'price', value: ({ price }) => price, money: true, width: 12 },
    { title: '库存', of: 'quota', value: ({ quota }) => quota, width: 10 },
    { title: '浏览次数', of: 'browse', value: ({ browse }) => browse, width: 10 },
    { title: '预算', of: 'budget', value: ({ budget }) => budget ?? '', money: true, width: 12 },
    { title: '预算已用', of: 'budget', value: ({ budgetUsed }) => budgetUsed ?? '', money: true, width: 12 },
    { title: '拼团人数', of: 'people', value: ({ people }) => people, width: 10 },
    { title: '参与人数', of: 'countPeople', value: ({ countPeople }) => countPeople, width: 10 },
    { title: '成团数量', of: 'countPeoplePink', value: ({ countPeoplePink }) => countPeoplePink, width: 10 },
    { title: '销量', of: 'sales', value: ({ sales }) => sales, width: 10 },
    { title: '限量', of: 'sales', value: ({ quotaShow }) => quotaShow, width: 10 },
    { title: '拼团状态', of: 'phase', value: ({ phaseName }) => phaseName, width: 10 },
    { title: '商品状态', of: 'status', value: ({ status }: CombinationRow) => (status ? '开启' : '关闭'), width: 10 },
    { title: '拼团开始时间', of: 'stopTime', value: ({ startTime }) => startTime, width: 14 },
    { title: '拼团结束时间', of: 'stopTime', value: ({ stopTime }) => stopTime, width: 14 },
    { title: '创建时间', of: 'createTime', value: ({ createTime }) => createTime, width: 20 },
  ],
})
