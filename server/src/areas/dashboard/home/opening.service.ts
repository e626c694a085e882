import type { Opening } from '@zhanggui/contract/dashboard/home.ts'
import { site } from '@zhanggui/domain/setting/settings/site.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { canMail } from '../../message/mail/mail.service.ts'
import { canSms } from '../../message/sms/sms.service.ts'
import { isSimOpen, listPayMethods } from '../../payment/gateway/gateways.service.ts'
import { countListed, listTabs } from '../../product/product/product-list.service.ts'
import { getSettings, listGroups } from '../../setting/setting/setting.service.ts'
import { findLastBackup } from '../../work/backup/backup.service.ts'
import { countExample, EXAMPLE_PERMISSIONS, findExample } from '../example/example.service.ts'
import * as opening from './opening.repository.ts'

/** What the shop has so far, of what the caller may see to. A few counts of small tables, each bounded. */
export async function getOpening(ctx: Ctx): Promise<Opening> {
  const may = (...permissions: readonly string[]) => permissions.every((each) => holds(ctx.actor, each))
  const groups = new Set(listGroups(ctx).flatMap(({ name, canSave }) => (canSave ? [name] : [])))
  const settings = await getSettings(ctx)
  const counts = await opening.readCounts(ctx)
  const examples = await countExample(ctx)
  const hasProducts = may('admin:product:save', 'admin:product:list')
  return {
    ...(groups.has('site') && {
      site: {
        name: settings.site_name !== site.site_name.default,
        logo: Boolean(settings.site_logo_lefttop || settings.site_logo_square),
        phone: Boolean(settings.consumer_hotline),
      },
    }),
    ...(may('admin:category:save') && { categories: counts.categories - examples.categories }),
    ...(may('admin:shipping:templates:save') && { freight: counts.freight }),
    ...(hasProducts && { products: await readProducts(ctx, examples) }),
    ...(groups.has('pay') && { payment: await readPayment(ctx) }),
    ...((may('admin:system:store:save') || may('admin:express:update:show')) && {
      delivery: { carriers: counts.carriers, stores: counts.stores },
    }),
    ...((groups.has('email') || groups.has('sms')) && {
      message: { mail: canMail(settings), sms: canSms(settings) },
    }),
    ...(may('admin:system:backup:save') && { backup: (await findLastBackup(ctx)) ?? null }),
    ...(may('admin:system:admin:save') && { staff: counts.staff }),
    ...(counts.sold && may('admin:order:list') && { sold: true }),
    ...(may(...EXAMPLE_PERMISSIONS) && { example: await findExample(ctx) }),
  }
}

/** The shop's own products: examples that nobody touched are no step towards selling. */
async function readProducts(ctx: Ctx, examples: { onSale: number; stored: number }) {
  const tabs = await listTabs(ctx, {})
  const countOf = (type: number) => tabs.find((tab) => tab.type === type)?.count ?? 0
  // Only a shop with few products has none to sell.
  const soldOut = await countListed(ctx, { type: 1, stockMax: 0 })
  return { onSale: countOf(1) - examples.onSale, soldOut: soldOut.total, stored: countOf(2) - examples.stored }
}

/** Ways to pay that bring money: playing at it does not, and balances were paid in before. */
async function readPayment(ctx: Ctx) {
  const methods = await listPayMethods(ctx, 'h5')
  const sim = await isSimOpen(ctx)
  const brings = sim ? ['offline'] : ['weixin', 'alipay', 'offline']
  const real = methods.filter(({ payType, open }) => open && brings.includes(payType))
  return { open: real.map(({ label }) => label), sim }
}
