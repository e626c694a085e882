import { bool, secret, text, textarea } from './field.ts'

const open = { key: 'ylyprint_status', in: [true] }

export const print = {
  print_note: textarea('发货单说明', { max: 500, help: '印在发货单末尾，例如退换货须知' }),
  ylyprint_status: bool('小票打印'),
  ylyprint_auto_status: bool('支付后自动打印', { visibleIf: open }),
  app_id: text('打印应用编号', { max: 64, visibleIf: open }),
  app_secret: secret('打印应用密钥', { visibleIf: open }),
  machine_code: text('打印机终端号', { max: 64, visibleIf: open }),
  machine_msign: secret('打印机终端密钥', { visibleIf: open }),
}
