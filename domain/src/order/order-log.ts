/** What happens to an order, as its log names it. */
export const orderLogTypes = {
  create: '订单生成',
  cod: '选择线下支付',
  pay: '付款成功',
  cancel: '买家取消',
  expire: '超时关闭',
  close: '商家关闭',
  price: '改价',
  address: '修改地址',
  ship: '发货',
  receive: '确认收货',
  verify: '核销',
  late: '关闭后到账',
  mark: '备注',
  tag: '标签',
  hold: '挂起',
  unhold: '解除挂起',
  remind: '催发货',
  delete: '买家删除',
  systemDelete: '商家删除',
} as const
export type OrderLogType = keyof typeof orderLogTypes
