import { toYuan } from '../../money.ts'
import { bool, money, rows, type SettingFault, textarea, type ValuesOf } from './field.ts'

export const balance = {
  balance_func_status: bool('余额功能', {
    default: true,
    help: '关闭后买家不能用余额付款，也不能充值，已有的余额保留',
  }),
  yue_pay_status: bool('余额支付', { default: true, help: '结算时可选余额；余额来自充值、退款和员工的增加' }),
  founds_limit: money('大额调整界限', {
    default: 5000_00,
    help: '一名员工一天给用户增加（或扣减）的余额超过它，需要「大额调整」权限；积分按抵扣金额计，手工调整的佣金另计',
  }),
  recharge_switch: bool('余额充值', { default: true, help: '关闭后买家不能充值；已发起的付款到账后仍会入账' }),
  store_user_min_recharge: money('最低充值金额', { default: 1_00, min: 1, max: 999_999_99 }),
  recharge_packages: rows(
    '充值套餐',
    [
      { key: 'price', label: '充值金额', min: 1 },
      { key: 'giveMoney', label: '赠送金额', min: 0 },
    ],
    { max: 12, help: '买家选一档，付充值金额，到账充值金额加赠送金额；也可以不选套餐自己填金额，那样没有赠送' },
  ),
  recharge_attention: textarea('充值注意事项', { help: '一行一条，买家在充值页看到' }),
}

export function checkBalance(values: ValuesOf<typeof balance>): SettingFault[] {
  const { recharge_packages: packages, store_user_min_recharge: min } = values
  const low = packages.findIndex(({ price }) => price < min)
  const prices = packages.map(({ price }) => price)
  const twice = prices.find((price, index) => prices.indexOf(price) !== index)
  return [
    ...(low < 0
      ? []
      : [{ key: 'recharge_packages', message: `充值套餐第${low + 1}档低于最低充值金额 ${toYuan(min)} 元` }]),
    ...(twice === undefined ? [] : [{ key: 'recharge_packages', message: `充值套餐有两档都是 ${toYuan(twice)} 元` }]),
  ]
}
