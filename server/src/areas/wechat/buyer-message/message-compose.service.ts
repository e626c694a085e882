import { cutText } from '@zhanggui/domain/text.ts'
import { buyerMarks, fillMessage, placesOf } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { type FilledField, fillFields } from '@zhanggui/domain/wechat/template-field.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { TemplateRow } from '../template/wechat-template.repository.ts'
import type { MessagePayload } from './buyer-message.tables.ts'
import { type OutboxRow, readKnown } from './notify-outbox.repository.ts'

/** A message of a template, as the platform takes it. */
export type Composed = { body: Record<string, unknown>; fault: string; title: string; content: string }

/** The values of a message, with what only its sending knows. */
export async function valuesOf(ctx: Ctx, { uid, payload }: Pick<OutboxRow, 'uid' | 'payload'>) {
  const known = await readKnown(ctx, uid, payload.values.orderNo)
  const values: Record<string, string> = { ...payload.values, nickname: known?.nickname ?? '' }
  const productName = values.productName || (known?.productName ?? '')
  return { phone: known?.phone ?? '', values: productName ? { ...values, productName } : values }
}

/** What the shop itself shows of a message. */
export const innerText = (mark: OutboxRow['mark'], { values }: MessagePayload) => ({
  title: buyerMarks[mark].title,
  content: cutText(fillMessage(buyerMarks[mark].text, values), 600),
})

/** Puts a template message, or a subscription message, together. */
export async function compose(
  ctx: Ctx,
  template: TemplateRow,
  { openid, values, link }: { openid: string; values: Record<string, string>; link: string },
): Promise<Composed> {
  const fields = fillFields(template.content, template.fieldMap, values, template.choices)
  const data = Object.fromEntries(fields.map(({ key, value }) => [key, { value }]))
  const place =
    template.kind === 1 ? await officialPlace(ctx, template, link, values) : miniPlace(template, link, values)
  return {
    body: { touser: openid, template_id: template.tempId, ...place, data },
    fault: faultOf(fields),
    title: template.name,
    content: contentOf(fields),
  }
}

/** Why a message cannot be sent as it is; '' where it can. */
export function faultOf(fields: readonly FilledField[]): string {
  if (!fields.length) return '模板没有字段，请先同步'
  const wrong = fields.find(({ fault }) => fault)
  return wrong ? `字段「${wrong.label}」${wrong.fault}` : ''
}

export const contentOf = (fields: readonly FilledField[]): string =>
  cutText(fields.map(({ label, value }) => `${label}：${value}`).join('\n'), 600)

/** Where a template message leads: to a page of the mini-program that staff chose, else into the storefront. */
async function officialPlace(ctx: Ctx, template: TemplateRow, link: string, values: Record<string, string>) {
  const { routine_appid, site_url } = await getSettings(ctx)
  const url =
    filledAddress(template.url, values) || (site_url && `${site_url.replace(/\/$/, '')}/h5${placesOf(link).h5}`)
  return {
    ...(url && { url }),
    ...(template.page &&
      routine_appid && { miniprogram: { appid: routine_appid, pagepath: filledAddress(template.page, values) } }),
  }
}

const miniPlace = (template: TemplateRow, link: string, values: Record<string, string>) => ({
  page: filledAddress(template.page, values) || placesOf(link).routine,
  miniprogram_state: 'formal',
  lang: 'zh_CN',
})

const filledAddress = (address: string, values: Record<string, string>): string =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
