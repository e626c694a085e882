/** What the fields of the area's answers are called. */
export const dashboardTitles = {
  site: '店铺信息',
  products: '商品',
  payment: '收款',
  delivery: '配送',
  backup: '最近备份',
  example: '示例数据',
  yesterday: '昨天',
  weekBefore: '上周同一天',
  todayUntil: '今天到比较的钟点',
  yesterdayUntil: '昨天同一时段',
  weekBeforeUntil: '上周同一时段',
  yesterdayGrowth: '比昨天同一时段',
  weekGrowth: '比上周同一时段',
  hours: '每小时',
  kept: '保留的',
}
