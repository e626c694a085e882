import { writtenNames } from '@zhanggui/domain/setting/area-name.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { buyerMarks, fillMessage, placesOf } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { type FilledField, fillFields } from '@zhanggui/domain/wechat/template-field.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { findPlaces } from '../../setting/region/region.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { TemplateRow } from '../template/wechat-template.repository.ts'
import type { MessagePayload } from './buyer-message.tables.ts'
import { type OutboxRow, readKnown } from './notify-outbox.repository.ts'

/** A message of a template, as the platform takes it. */
export type Composed = { body: Record<string, unknown>; fault: string; title: string; content: string }

/** What a message says, and what the log keeps of it: there an address ends with its district. */
export type MessageValues = { values: Record<string, string>; shown: Record<string, string>; phone: string }

/** The values of a message, with what only its sending knows. */
export async function valuesOf(ctx: Ctx, { uid, payload }: Pick<OutboxRow, 'uid' | 'payload'>): Promise<MessageValues> {
  const known = await readKnown(ctx, uid, payload.values.orderNo)
  const bought = known?.bought
  const values: Record<string, string> = { ...payload.values, nickname: known?.nickname ?? '' }
  const productName = values.productName || bought?.productName
  if (productName) values.productName = productName
  // Promoters are told of the orders of others, whose addresses are not theirs.
  if (bought?.uid === uid) Object.assign(values, await placesIn(ctx, bought))
  const isDelivered = bought && values.receiveAddress
  const shown = isDelivered ? { ...values, receiveAddress: `${wholeArea(bought)}****` } : values
  return { phone: known?.phone ?? '', values, shown }
}

type Bought = NonNullable<NonNullable<Awaited<ReturnType<typeof readKnown>>>['bought']>

/** Where an order goes, or where it is picked up. */
async function placesIn(ctx: Ctx, bought: Bought): Promise<Record<string, string>> {
  const { storeName, storeAddress, storePlace } = bought
  if (!storeName) return { receiveAddress: `${wholeArea(bought)}${bought.detail}` }
  const place = storePlace ? (await findPlaces(ctx, [storePlace])).get(storePlace) : undefined
  return { storeName, storeAddress: `${place?.name.replaceAll(' ', '') ?? ''}${storeAddress ?? ''}` }
}

const wholeArea = ({ province, city, district }: Bought) => writtenNames([province, city, district]).join('')

/** What the shop itself shows of a message. */
export const innerText = (mark: OutboxRow['mark'], { values }: MessagePayload) => ({
  title: buyerMarks[mark].title,
  content: cutText(fillMessage(buyerMarks[mark].text, values), 600),
})

/** Puts a template message, or a subscription message, together. */
export async function compose(
  ctx: Ctx,
  template: TemplateRow,
  { openid, values, shown, link }: Omit<MessageValues, 'phone'> & { openid: string; link: string },
): Promise<Composed> {
  const fields = fillFields(template.content, template.fieldMap, values, template.choices)
  const data = Object.fromEntries(fields.map(({ key, value }) => [key, { value }]))
  const place =
    template.kind === 1 ? await officialPlace(ctx, template, link, values) : miniPlace(template, link, values)
  return {
    body: { touser: openid, template_id: template.tempId, ...place, data },
    fault: faultOf(fields),
    title: template.name,
    content: contentOf(fillFields(template.content, template.fieldMap, shown, template.choices)),
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
