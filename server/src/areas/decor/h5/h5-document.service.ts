import { addressOf } from '@zhanggui/contract/address-of.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { frontArticle } from '@zhanggui/contract/content/front-article.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontPages, frontSite, type Site } from '@zhanggui/contract/decor/front-page.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sourceOf } from '@zhanggui/page-kit/parts/look.ts'
import { firstPictureIn } from '@zhanggui/page-kit/share.ts'
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
  /** The source of the screen that draws it; undefined for those that few come in by. */
  screen: string | undefined
  /** What the screen would ask for, by address; `own` are the addresses at which a signed-in buyer is answered otherwise. */
  inlined: { answers: Record<string, unknown>; own: string[] }
}

/** Half of how wide the first picture is drawn on a phone, in pixels of the variant that is loaded. */
const FIRST_PICTURE = 390
const H5 = 2
/** So many coupons of a product the screen asks for. */
const COUPONS = 20

type Shown = Pick<Document, 'title' | 'description' | 'shareTitle' | 'image' | 'picture'> & {
  /** What the screen asks for, by address, and whether a signed-in buyer is answered otherwise. */
  answers: Record<string, unknown>
  isOwn: boolean
}
type Asked = { id: number; preview: string | undefined }
type Kind = { path: RegExp; screen: string; show: (ctx: Ctx, asked: Asked) => Promise<Shown> }

/** The screens that people come in by, which are drawn with what the document brings. */
const kinds: readonly Kind[] = [
  { path: /^\/?$/, screen: 'src/screens/home/home.screen.tsx', show: showPage },
  { path: /^\/page\/(\d{1,15})$/, screen: 'src/screens/home/home.screen.tsx', show: showPage },
  { path: /^\/article\/(\d{1,15})$/, screen: 'src/screens/article/article.screen.tsx', show: showArticle },
  { path: /^\/goods\/(\d{1,15})$/, screen: 'src/screens/goods/goods.screen.tsx', show: showGoods },
  {
    path: /^\/seckill\/(\d{1,15})$/,
    screen: 'src/screens/seckill-goods/seckill-goods.screen.tsx',
    show: async (ctx, { id }) =>
      shownActivity(await getFrontSeckill(ctx, id), addressOf(frontSeckill.detail.path, { id }, {})),
  },
  {
    path: /^\/bargain\/(\d{1,15})$/,
    screen: 'src/screens/bargain-goods/bargain-goods.screen.tsx',
    show: async (ctx, { id }) =>
      shownActivity(await getFrontBargain(ctx, id), addressOf(frontBargain.detail.path, { id }, {})),
  },
  {
    path: /^\/combination\/(\d{1,15})$/,
    screen: 'src/screens/combination-goods/combination-goods.screen.tsx',
    show: async (ctx, { id }) =>
      shownActivity(await getFrontCombination(ctx, id), addressOf(frontCombination.detail.path, { id }, {})),
  },
  {
    path: /^\/team\/(\d{1,15})$/,
    screen: 'src/screens/team/team.screen.tsx',
    show: async (ctx, { id }) =>
      shownActivity(await getFrontTeam(ctx, id), addressOf(frontCombination.team.path, { pinkId: id }, {})),
  },
]

/**
 * What the document at an address of the storefront says. It is written for anybody: nothing in it is a buyer's own.
 * @param path below /h5
 */
export async function readDocument(ctx: Ctx, path: string, preview: string | undefined): Promise<Document> {
  const site = await getSite(ctx)
  const found = kinds.map((kind) => ({ kind, match: kind.path.exec(path) })).find(({ match }) => match)
  const answers: Record<string, unknown> = { [frontSite.site.path]: site }
  const usual = {
    title: site.seoTitle || site.siteName,
    description: site.share.desc,
    shareTitle: site.share.title,
    image: site.share.image,
    picture: '',
    screen: found?.kind.screen,
    site,
  }
  if (!found) return { ...usual, status: 200, inlined: { answers, own: [] } }
  try {
    const asked = { id: Number(found.match?.[1] ?? 0), preview }
    const { answers: asks, isOwn, ...said } = await found.kind.show(ctx, asked)
    const filled = Object.fromEntries(Object.entries(said).filter(([, text]) => text))
    return {
      ...usual,
      ...filled,
      status: 200,
      inlined: { answers: { ...answers, ...asks }, own: isOwn ? Object.keys(asks) : [] },
    }
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error
    return { ...usual, status: 404, title: error.message, inlined: { answers, own: [] } }
  }
}

async function showPage(ctx: Ctx, { id, preview }: Asked): Promise<Shown> {
  const page = await getServedPage(ctx, { params: { id }, query: { terminal: H5, preview }, body: undefined })
  const { pageTitle } = page.settings as { pageTitle?: string }
  return {
    // The home is known by the name of the shop.
    title: id ? (pageTitle ?? '') : '',
    description: page.share.desc,
    shareTitle: page.share.title,
    image: page.share.image,
    picture: sourceOf(firstPictureIn(page.componentsData), FIRST_PICTURE),
    // What visitors are answered is kept for some seconds; the clock of the browser follows this.
    answers: { [addressOf(frontPages.info.path, { id }, { preview })]: { ...page, serverTime: toWireTime(ctx.now()) } },
    isOwn: page.personal,
  }
}

async function showGoods(ctx: Ctx, { id }: Asked): Promise<Shown> {
  const detail = await getDetail(ctx, id)
  const coupons = { productId: id, page: 1, limit: COUPONS }
  const { storeName, storeInfo, shareTitle, shareImage, image, sliderImage } = detail.product
  return {
    title: storeName,
    description: storeInfo,
    shareTitle: shareTitle || storeName,
    image: shareImage || image,
    picture: sourceOf(sliderImage[0] ?? image, FIRST_PICTURE),
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
    answers: { [addressOf(frontArticle.info.path, { id }, {})]: article },
    isOwn: true,
  }
}

type Activity = { activity: { title: string; info: string; image: string; images: readonly string[] } }

/** What is known to the caller alone, such as an order that waits, is not in what is written for anybody. */
function shownActivity(answer: Activity, address: string): Shown {
  const { title, info, image, images } = answer.activity
  const [first = image] = images
  return {
    title,
    description: info,
    shareTitle: title,
    image,
    picture: sourceOf(first, FIRST_PICTURE),
    answers: { [address]: answer },
    isOwn: true,
  }
}
