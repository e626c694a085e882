/**
 * What may wait for staff, in the order of a day's work: what to call it, and the list that is counted, already filtered. The
 * list shows exactly as many rows as the home page says.
 */
export const homeTodos = {
  toShip: { title: '待发货', to: '/order/list?status=notShipped' },
  late: { title: '超时未发', to: '/order/list?late=true' },
  changedAfterPrint: { title: '打印后有变更', to: '/order/list?printed=2&status=notShipped' },
  pickups: { title: '待核销', to: '/store/order?status=toBeWrittenOff' },
  /** The same for those who see orders, but not the orders of the stores. */
  pickupOrders: { title: '待核销', to: '/order/list?status=toBeWrittenOff' },
  refundsToJudge: { title: '退款待审核', to: '/order/refund?tab=audit' },
  returnsToReceive: { title: '待收退货', to: '/order/refund?tab=waitReceive' },
  refundsToPay: { title: '待退款', to: '/order/refund?tab=waitPay' },
  failedRefunds: { title: '退款失败', to: '/order/list?refundFailed=true' },
  failedRecharges: { title: '充值退款失败', to: '/finance/recharge?refundState=failed' },
  approvals: { title: '待审批', to: '/finance/approval?state=0&mine=false' },
  withdrawalsToReview: { title: '提现待审核', to: '/finance/extract?status=0' },
  withdrawalsToPay: { title: '提现待打款', to: '/finance/extract?status=2' },
  invoicesToIssue: { title: '待开发票', to: '/order/invoice?state=0' },
  differences: { title: '对账差异', to: '/finance/bill?diff.state=open' },
  closing: { title: '快关闭的待付款', to: '/order/list?closing=true&status=unPaid' },
  soldOut: { title: '已售罄', to: '/product/list?type=3' },
  lowStock: { title: '库存预警', to: '/product/list?type=4' },
  withoutPicture: { title: '没有图片的商品', to: '/product/list?noImage=true&type=1' },
  replies: { title: '待回复评价', to: '/product/reply?waiting=true' },
  drafts: { title: '没发出的代客单', to: '/order/draft?state=0' },
  imports: { title: '没做完的导入', to: '/product/import?status=checked' },
  failedTasks: { title: '失败的任务', to: '/system-tools/task?mine=true&status=failed' },
  failedJobs: { title: '定时任务失败', to: '/system-tools/timing?lastResult=false' },
  failedSms: { title: '短信发送失败', to: '/system/sms?tab=logs&log.resultCode=130&log.createTime=lately7' },
  failedMail: {
    title: '邮件发送失败',
    to: '/system-tools/email?tab=logs&mail.result=failed&mail.createTime=lately7',
  },
  failedHooks: { title: '推送失败', to: '/system-tools/webhook?failing=true' },
} as const satisfies Record<string, { title: string; to: string }>

export type HomeTodoKey = keyof typeof homeTodos
