import { bool, secret, text } from './field.ts'

const open = { key: 'ylyprint_status', in: [true] }

export const print = {
  ylyprint_status: bool('小票打印'),
  ylyprint_auto_status: bool('支付后自动打印', { visibleIf: open }),
  app_id: text('打印应用编号', { max: 64, visibleIf: open }),
  app_secret: secret('打印应用密钥', { visibleIf: open }),
  machine_code: text('打印机终端号', { max: 64, visibleIf: open }),
  machine_msign: secret('打印机终端密钥', { visibleIf: open }),
}
