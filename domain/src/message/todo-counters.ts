/** The counters of bell and sidebar, by their names on the wire, and the list of each. */
export const todoCounters = {
  ordersToShip: { title: '待发货订单', to: '/order/list?status=notShipped' },
  ordersToVerify: { title: '待核销订单', to: '/store/verify' },
  refundsToHandle: { title: '待处理售后', to: '/order/refund' },
  returnsToReceive: { title: '待收退货', to: '/order/refund?tab=waitReceive' },
  invoicesToIssue: { title: '待开发票', to: '/order/invoice?state=0' },
  withdrawalsToReview: { title: '待审核提现', to: '/finance/extract' },
  approvalsToReview: { title: '待审批', to: '/finance/approval' },
  stockAlerts: { title: '库存预警商品', to: '/product/list?type=4' },
  contentToDecide: { title: '待审核内容', to: '/channel/routine/content?state=1' },
  repliesToAnswer: { title: '待回复评价', to: '/product/reply?waiting=true' },
} as const satisfies Record<string, { title: string; to: string }>

export type TodoCounterName = keyof typeof todoCounters
