import { agreement } from '@zhanggui/contract/decor/agreement.ts'
import type { AgreementKey } from '@zhanggui/domain/decor/agreement.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, withContext } from '../../../platform/http/context.ts'
import { getAgreement, saveAgreement } from '../agreement/agreement.service.ts'

const DAY_MS = 24 * 3600_000
const SHOP = '掌柜好物'

/** What the demo shop has published; the rest are drafts. */
const published: readonly AgreementKey[] = [
  'user_agreement',
  'privacy_policy',
  'recharge_agreement',
  'distribution_agreement',
  'aftersale_agreement',
  'about_us',
]

/** Publishes agreements of a demo shop that has published none: the privacy policy twice, the user agreement with a draft that was changed since. */
export async function fillAgreementDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select 1 from agreement_version limit 1`)
  if (rows.length) return
  const then = (days: number) =>
    calling(withContext(ctx, { now: () => new Date(ctx.now().getTime() - days * DAY_MS) }), agreement.save)
  for (const key of published) {
    const { title, content } = await getAgreement(ctx, key)
    const text = content.replace(/^<p><strong>.*?<\/strong><\/p>/, `<p>欢迎来到${SHOP}。</p>`)
    const first = { key, title, content: text, publish: true, note: '第一版' }
    await saveAgreement(then(60), first)
    if (key === 'privacy_policy') {
      const more = `${text}<h3>六、儿童个人信息</h3><p>未满十四周岁的，请由监护人陪同使用。</p>`
      await saveAgreement(then(5), { ...first, content: more, requireConsent: true, note: '增加儿童个人信息' })
    }
    if (key === 'user_agreement')
      await saveAgreement(then(1), {
        key,
        title,
        content: `${text}<h3>六、联系我们</h3><p>客服电话见「联系客服」。</p>`,
      })
  }
}
