import { bool, int, secret, text } from './field.ts'

export const email = {
  email_host: text('SMTP 服务器', { max: 100, help: '在邮箱的设置里找；如 smtp.qq.com、smtp.163.com' }),
  email_port: int('SMTP 端口', { default: 465, min: 1, max: 65_535, help: '打开 SSL 时一般是 465，不打开是 587' }),
  email_user: text('邮箱账号', { max: 100, help: '完整的邮箱地址；如 shop@qq.com' }),
  email_pass: secret('邮箱密码', { help: '多数邮箱须使用授权码' }),
  email_from: text('发件人', { max: 100, help: '为空时使用邮箱账号' }),
  email_ssl: bool('使用 SSL', { default: true, help: '关闭时以 STARTTLS 加密' }),
  email_plain_allowed: bool('允许不加密发送', {
    help: '仅用于不支持加密的内网邮件服务器：邮箱密码和重置密码的链接会以明文传输',
  }),
}
