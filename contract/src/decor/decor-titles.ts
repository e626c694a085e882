/** What the fields of the area's answers are called. */
export const decorTitles = {
  terminal: '终端',
  publishedNo: '线上版本',
  publishAt: '定时发布',
  offlineAt: '下线时间',
  deletedTime: '删除时间',
  seenTime: '最近操作',
  report: '导入结果',
  theme: '一键换色',
  nextChangeAt: '下次变化',
  service: '客服',
  copyright: '版权信息',
  open: '开通的功能',
  issues: '问题',
  componentId: '组件编号',
}
