import { addressOf } from '@zhanggui/contract/address-of.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { frontArticle } from '@zhanggui/contract/content/front-article.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontPages, frontSite, type Site } from '@zhanggui/contract/decor/front-page.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { getFrontBargain } from '../../bargain/session/front-bargain.service.ts'
import { getFrontCombination, getFrontTeam } from '../../combination/team/front-combination.service.ts'
import { getFrontArticle } from '../../content/article/front-article.service.ts'
import { listOpen } from '../../coupon/copy/front-coupon.service.ts'
import { getDetail } from '../../product/window/window.service.ts'
import { getFrontSeckill } from '../../seckill/seckill/front-seckill.service.ts'
import { getServedPage } from '../front-page/front-page.service.ts'
import { getSite } from '../front-page/front-site.service.ts'
import { firstOfGoods, firstOfPage } from './h5-frame.ts'
import { findScreen, type Screens } from './h5-screens.ts'

/** What a document of the storefront says and brings along. */
export type Document = {
  status: 200 | 404
  title: string
  description: string
  /** Of the card by which the document is shared. */
  shareTitle: string
  image: string
  site: Site
  /** The first picture that is drawn, as it is asked for. */
  picture: string
  /** The source of the screen that draws it. */
  screen: string
  /** The first picture where it will stand, shown until the screen draws it; '' where nobody knows where that is. */
  frame: string
  /**
   * What the screen would ask for, by address; `own` are the addresses at which a signed-in buyer is answered otherwise. `screen` is its
   * path in the storefront's table, '' for the one that says that there is none.
   */
  inlined: { answers: Record<string, unknown>; own: string[]; screen: string }
}

const H5 = 2
/** So many coupons of a product the screen asks for. */
const COUPONS = 20
const LOST = '页面走丢了'

type Shown = Pick<Document, 'title' | 'description' | 'shareTitle' | 'image' | 'picture' | 'frame'> & {
  /** What the screen asks for, by address, and whether a signed-in buyer is answered otherwise. */
  answers: Record<string, unknown>
  isOwn: boolean
}
type Asked = { id: number; preview: string | undefined }
type Show = (ctx: Ctx, asked: Asked) => Promise<Shown>

/** The screens that people come in by, by their path: they are drawn with what the document brings. */
const kinds: Readonly<Record<string, Show>> = {
  '/': showPage,
  '/page/:id': showPage,
  '/article/:id': showArticle,
  '/goods/:id': showGoods,
  '/seckill/:id': async (ctx, { id }) =>
    shownActivity(await getFrontSeckill(ctx, id), addressOf(frontSeckill.detail.path, { id }, {})),
  '/bargain/:id': async (ctx, { id }) =>
    shownActivity(await getFrontBargain(ctx, id), addressOf(frontBargain.detail.path, { id }, {}), false),
  '/combination/:id': async (ctx, { id }) =>
    shownActivity(await getFrontCombination(ctx, id), addressOf(frontCombination.detail.path, { id }, {})),
  '/team/:id': async (ctx, { id }) =>
    shownActivity(await getFrontTeam(ctx, id), addressOf(frontCombination.team.path, { pinkId: id }, {}), false),
}

/**
 * What the document at an address of the storefront says. It is written for anybody: nothing in it is a buyer's own.
 * @param path below /h5
 */
export async function readDocument(
  ctx: Ctx,
  screens: Screens,
  path: string,
  preview: string | undefined,
): Promise<Document> {
  const site = await getSite(ctx)
  const found = findScreen(screens, path)
  const answers: Record<string, unknown> = { [frontSite.site.path]: site }
  const usual = {
    title: site.seoTitle || site.siteName,
    description: site.share.desc,
    shareTitle: site.share.title,
    image: site.share.image,
    picture: '',
    frame: '',
    screen: found?.source ?? screens.lost,
    site,
  }
  const missing = (title: string) => ({
    ...usual,
    status: 404 as const,
    title,
    inlined: { answers, own: [], screen: found?.path ?? '' },
  })
  if (!found) return missing(LOST)
  const show = kinds[found.path]
  if (!show) return { ...usual, status: 200, inlined: { answers, own: [], screen: found.path } }
  const { id = '0' } = found.params
  if (!/^\d{1,15}$/.test(id)) return missing(LOST)
  try {
    const { answers: asks, isOwn, ...said } = await show(ctx, { id: Number(id), preview })
    const filled = Object.fromEntries(Object.entries(said).filter(([, text]) => text))
    return {
      ...usual,
      ...filled,
      status: 200,
      inlined: { answers: { ...answers, ...asks }, own: isOwn ? Object.keys(asks) : [], screen: found.path },
    }
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error
    return missing(error.message)
  }
}

async function showPage(ctx: Ctx, { id, preview }: Asked): Promise<Shown> {
  const page = await getServedPage(ctx, { params: { id }, query: { terminal: H5, preview }, body: undefined })
  const settings = page.settings as { pageTitle?: string; pageShow?: boolean }
  return {
    // The home is known by the name of the shop.
    title: id ? (settings.pageTitle ?? '') : '',
    description: page.share.desc,
    shareTitle: page.share.title,
    image: page.share.image,
    ...firstOfPage(settings, page.componentsData),
    // What visitors are answered is kept for some seconds; the clock of the browser follows this.
    answers: { [addressOf(frontPages.info.path, { id }, { preview })]: { ...page, serverTime: toWireTime(ctx.now()) } },
    isOwn: page.personal,
  }
}

async function showGoods(ctx: Ctx, { id }: Asked): Promise<Shown> {
  const detail = await getDetail(ctx, id)
  const coupons = { productId: id, page: 1, limit: COUPONS }
  const { storeName, storeInfo, shareTitle, shareImage, image, sliderImage, videoLink } = detail.product
  return {
    title: storeName,
    description: storeInfo,
    shareTitle: shareTitle || storeName,
    image: shareImage || image,
    ...firstOfGoods(sliderImage[0] ?? image, !videoLink),
    answers: {
      [addressOf(shopWindow.detail.path, { id }, {})]: detail,
      [addressOf(frontCoupon.open.path, {}, coupons)]: await listOpen(ctx, coupons),
    },
    isOwn: true,
  }
}

async function showArticle(ctx: Ctx, { id }: Asked): Promise<Shown> {
  const article = await getFrontArticle(ctx, id)
  const { title, shareTitle, shareSynopsis, image } = article
  return {
    title,
    description: shareSynopsis,
    shareTitle,
    image,
    picture: '',
    frame: '',
    answers: { [addressOf(frontArticle.info.path, { id }, {})]: article },
    isOwn: true,
  }
}

type Activity = { activity: { title: string; info: string; image: string; images: readonly string[] } }

/**
 * What is known to the caller alone, such as an order that waits, is not in what is written for anybody.
 * @param hasGallery whether the screen begins with the pictures of what is sold
 */
function shownActivity(answer: Activity, address: string, hasGallery = true): Shown {
  const { title, info, image, images } = answer.activity
  const [first = image] = images
  return {
    title,
    description: info,
    shareTitle: title,
    image,
    ...firstOfGoods(first, hasGallery),
    answers: { [address]: answer },
    isOwn: true,
  }
}
