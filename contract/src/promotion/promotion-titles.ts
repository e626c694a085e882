/** What the fields of the area's answers are called. */
export const promotionTitles = {
  stopTime: '结束时间',
  conflicts: '冲突',
  way: '售卖方式',
  to: '截止时间',
  buyer: '买家',
  orderAmount: '订单金额',
  avgOrder: '客单价',
  bySource: '按获取方式',
  daily: '按日',
}
