import { bool, money, textarea } from './field.ts'

export const balance = {
  balance_func_status: bool('余额功能', { default: true, help: '关闭后买家不能用余额付款，已有的余额保留' }),
  yue_pay_status: bool('余额支付', { default: true, help: '结算时可选余额；余额来自退款和员工的增加' }),
  recharge_switch: bool('余额充值', { default: true }),
  store_user_min_recharge: money('最低充值金额', { default: 1_00 }),
  recharge_attention: textarea('充值注意事项', { help: '一行一条' }),
}
