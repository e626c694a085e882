import { bool, int, money, percent, type SettingFault, select, textarea, type ValuesOf } from './field.ts'

export const brokerage = {
  brokerage_func_status: bool('分销功能', { default: true }),
  store_brokerage_status: select('分销模式', [
    [1, '指定分销'],
    [2, '人人分销'],
  ]),
  store_brokerage_quota: money('满额分销最低金额', {
    default: -1_00,
    min: -1_00,
    help: '单笔支付达到此金额自动成为推广员，-1 表示关闭',
  }),
  store_brokerage_ratio: percent('一级返佣比例', {
    default: 5,
    help: '推广人自己带来的订单；如填 5，付 100 元返 5 元',
  }),
  store_brokerage_two: percent('二级返佣比例', {
    default: 2,
    help: '推广人发展的下级带来的订单；如填 2，付 100 元返 2 元',
  }),
  brokerage_base: select('返佣基数', [
    ['paid', '实付金额'],
    ['unit', '商品售价'],
  ]),
  brokerage_self: bool('自购返佣', { default: false, help: '推广员自己下单，按一级返佣' }),
  brokerage_activity: bool('活动订单返佣', { default: false, help: '秒杀、砍价、拼团订单也返佣' }),
  brokerage_bindind: select('分销关系绑定', [
    [0, '所有用户'],
    [1, '新用户'],
  ]),
  brokerage_bind_days: int('绑定有效期', {
    default: 0,
    max: 3650,
    unit: '天',
    help: '绑定或最近一次付款之后多少天失效；0 表示永久',
  }),
  extract_time: int('佣金冻结时间', {
    default: 7,
    max: 90,
    unit: '天',
    help: '收货后多少天解冻；如填 7，与退货期限一致，退货时佣金还没有发出',
  }),
  user_extract_min_price: money('提现最低金额', { default: 1_00, help: '佣金满多少才能提现；如 1 元' }),
  extract_fee_rate: percent('提现手续费', {
    default: 0,
    max: 20,
    help: '从提现金额中扣除；如填 1，提现 100 元到手 99 元',
  }),
  user_extract_bank: textarea('提现银行', { default: '中国农业银行\n中国建设银行\n中国工商银行', help: '一行一个' }),
  store_brokerage_is_bubble: bool('分销气泡', { default: true, help: '在买家端滚动显示谁赚了佣金' }),
}

/** An order may not pay out more than it brought in. */
export function checkBrokerage(values: ValuesOf<typeof brokerage>): SettingFault[] {
  const sum = values.store_brokerage_ratio + values.store_brokerage_two
  return sum > 100 ? [{ key: 'store_brokerage_ratio', message: '返佣比例之和不能超过100%' }] : []
}
