/** What the fields of the area's answers are called. */
export const distributionTitles = {
  totalBrokeragePrice: '累计佣金',
  brokeragePrice: '可提佣金',
  yesterdayPrice: '昨日佣金',
  totalPrice: '累计佣金',
  thawTime: '解冻时间',
  bubble: '佣金播报',
  own: '我的名次',
  footer: '合计',
}
