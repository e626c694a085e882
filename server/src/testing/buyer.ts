import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { sql } from 'drizzle-orm'
import { smsTemplates } from '../areas/message/sms/sms.tables.ts'
import { openShop, type Shop, type ShopOptions } from './shop.ts'

/** Opens a shop that can send codes by SMS. */
export async function openFront(options: ShopOptions = {}) {
  const shop = await openShop(options)
  await prepareCodes(shop)
  return { shop, codeFor: (phone: string) => codeFor(shop, phone) }
}

/** Lets a shop send codes by SMS. */
export async function prepareCodes({ ctx }: Shop): Promise<void> {
  const content = `验证码\${code}，\${minutes}分钟内有效`
  const template = { tempId: 'T1', title: '验证码', type: 1, tempKey: 'verify_code', content, status: '通过' } as const
  await ctx.db.insert(smsTemplates).values(template)
}

/** Has a code sent to a phone, two minutes after the last one: limits look back over one and a part. Returns it. */
export async function codeFor(shop: Shop, phone: string): Promise<string> {
  shop.clock.advance(120_000)
  const sent = await shop.visitor().call(frontSignIn.sendCode, { body: { phone } })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  const { rows } = await shop.ctx.db.execute<{ content: string }>(
    sql`select content from sms_log where phone = ${phone} order by id desc limit 1`,
  )
  const code = /\d{6}/.exec(rows[0]?.content ?? '')?.[0]
  if (!code) throw new Error('no code was sent')
  return code
}

/** Another code than this one. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
