/** What the fields of the area's answers are called. */
export const userTitles = {
  sample: '示例用户',
  counts: '各列表行数',
  lastPayTime: '最近消费时间',
  promoterTime: '成为推广员时间',
  spreadTime: '绑定推荐人时间',
  nextLevel: '下一等级',
  discount: '享受折扣',
  experience: '经验',
  query: '条件',
  sizedAt: '统计时间',
  subscribeTime: '关注时间',
  unsubscribeTime: '取消关注时间',
  balance: '余额',
  undoTaskId: '撤销任务编号',
  undoTime: '撤销时间',
  heading: '表头',
}
