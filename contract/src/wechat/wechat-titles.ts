/** What the fields of fans, codes, checks, templates and messages to buyers are called in answers and in the audit trail. */
export const wechatTitles = {
  consumeMoney: '累计消费',
  syncTime: '同步时间',
  decideTime: '处理时间',
  isRoutine: '小程序通知',
  isWechat: '公众号通知',
  bound: '已对上',
  fieldMap: '字段内容',
  kidList: '字段编号',
  marks: '用于',
}
