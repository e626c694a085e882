/** What the fields of answers about bills, payments and refunds are called. */
export const billTitles = {
  foundTime: '发现时间',
  handleTime: '处理时间',
  fetchTime: '对账时间',
  ours: '店里',
  sums: '合计',
  stateNum: '各状态数量',
  orderId: '订单编号',
} as const
