import { bool, int, percent, type SettingFault, select, url, type ValuesOf } from './field.ts'

export const marketing = {
  sign_switch: bool('每日签到', { default: true }),
  activity_allow_coupon: bool('活动商品可用优惠券'),
  activity_allow_integral: bool('活动商品可用积分', { default: true }),
  bargain_grace_hours: int('砍价成功后下单时间', {
    default: 24,
    max: 168,
    unit: '小时',
    help: '活动提前结束时仍可下单的时间',
  }),
  bargain_first_cut_min: percent('首刀最低比例', { default: 20, min: 1, max: 99 }),
  bargain_first_cut_max: percent('首刀最高比例', { default: 50, min: 1, max: 99 }),
  coupon_return_on_refund: bool('全额退款退回优惠券', { default: true }),
  live_gateway_mode: select(
    '小程序直播接口',
    [
      ['off', '关闭'],
      ['wechat', '微信'],
      ['mock', '模拟'],
    ],
    { help: '微信已不再新开通小程序直播，已开通的账号可以继续使用；没有开通的请添加视频号直播，不需要打开这里' },
  ),
  live_gateway_base_url: url('小程序直播接口地址', {
    isSentKeys: true,
    visibleIf: { key: 'live_gateway_mode', in: ['wechat'] },
    help: '一般不填，即微信的地址',
  }),
}

export function checkMarketing(values: ValuesOf<typeof marketing>): SettingFault[] {
  const upsideDown = values.bargain_first_cut_min > values.bargain_first_cut_max
  return upsideDown ? [{ key: 'bargain_first_cut_min', message: '首刀最低比例不能大于首刀最高比例' }] : []
}
