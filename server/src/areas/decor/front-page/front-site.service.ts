import { Readable } from 'node:stream'
import type { Site } from '@zhanggui/contract/decor/front-page.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { jpegPicture } from '../../../platform/content/pictures.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getContent } from '../../file/file/file-content.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getTabBar, readLayout } from '../layout/layout.service.ts'
import { getShare } from './front-page.service.ts'

/** What every screen of a channel needs; nothing of it depends on the caller. */
export async function getSite(ctx: Ctx): Promise<Site> {
  const settings = await getSettings(ctx)
  const media = await readMedia(ctx)
  const { theme, category, listStyle, hotWords } = await readLayout(ctx)
  return {
    siteName: settings.site_name,
    logo: media.toWire(settings.mobile_top_logo),
    seoTitle: settings.seo_title,
    theme,
    tabBar: (await getTabBar(ctx)).items,
    category,
    listStyle: listStyle.style,
    hotWords: hotWords.words,
    share: await getShare(ctx),
    service: {
      phone: settings.service_phone_shown ? settings.consumer_hotline : '',
      url: settings.service_h5_url,
      qrcode: media.toWire(settings.wechat_qrcode),
      mini: settings.service_mini_wechat,
    },
    copyright: await getCopyright(ctx),
    shipHours: settings.ship_promise_hours,
    graceHours: settings.bargain_grace_hours,
    open: {
      balance: settings.balance_func_status,
      recharge: settings.balance_func_status && settings.recharge_switch,
      distribution: settings.brokerage_func_status,
      sign: settings.sign_switch,
      member: settings.vip_open,
      pickUp: settings.store_self_mention,
      invoice: settings.invoice_open,
    },
    serverTime: toWireTime(ctx.now()),
  }
}

export async function getCopyright(ctx: Ctx): Promise<Site['copyright']> {
  const settings = await getSettings(ctx)
  return {
    text: settings.footer_txt,
    icp: settings.copyright_icp_number,
    icpUrl: settings.copyright_icp_number_url,
    policeRecord: settings.copyright_internet_record,
    policeRecordUrl: settings.copyright_internet_record_url,
    company: settings.copyright_company_name,
  }
}

/** The address before which clients put `/file/…`. */
export async function getDomain(ctx: Ctx) {
  return { domain: (await getSettings(ctx)).localUploadUrl.replace(/\/$/, '') }
}

const MAX_WIDTH = 750
const OWN_PICTURE = /^public\/(\d{4})\/(\d\d)\/(\d\d)\/([a-z0-9]{32}\.(?:png|jpe?g|gif|webp))$/

/**
 * A picture of the shop's own from the shop's own address: a poster with one of another address cannot be saved.
 * @throws 404 for any other
 */
export async function getSharePicture(ctx: Ctx, url: string): Promise<FileAnswer> {
  const media = await readMedia(ctx)
  const [, year = '', month = '', day = '', name = ''] = OWN_PICTURE.exec(media.toStored(url)) ?? []
  if (!name) throw notFound('图片')
  const file = await getContent(ctx, { params: { scope: 'public', year, month, day, name }, query: { w: 800 } })
  const content = await jpegPicture(Buffer.concat(await (await file.open()).toArray()), MAX_WIDTH)
  return { mime: 'image/jpeg', bytes: content.length, open: async () => Readable.from([content]), tag: `${name}-share` }
}
