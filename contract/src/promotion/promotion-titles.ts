/** What the fields of the area's answers are called. */
export const promotionTitles = {
  // Flash sales
  soldOutTime: '售完时间',
  startHour: '开始时间',
  endHour: '结束时间',
  nextStartTime: '下一场开始',
  nextEndTime: '下一场结束',
  serverTime: '服务器时间',
  cid: '分类编号',
  ensures: '服务保障',
  slot: '秒杀时段',
  productList: '秒杀商品',
  lowest: '最低到手价',
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
