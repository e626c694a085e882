import type { ShopCategory } from '@zhanggui/domain/product/component-product.ts'
import type { Ctx } from '../../../platform/http/context.ts'

/** A combination in a submission. */
export type SpuSku = {
  outSkuId: string
  thumbImg: string
  salePriceFen: number
  marketPriceFen: number
  stock: number
  barCode: string
  skuNo: string
  /** Values by dimension; empty for a product with a single SKU. */
  attrs: readonly { key: string; value: string }[]
}

/** A product to submit. */
export type Spu = {
  outProductId: string
  title: string
  path: string
  headImg: readonly string[]
  qualificationPics: readonly string[]
  desc: { html: string; images: readonly string[] }
  thirdCatId: number
  brandId: number
  skus: readonly SpuSku[]
}

/** Changes of live SKUs that need no audit. */
export type SpuNews = {
  outProductId: string
  skus: readonly Pick<SpuSku, 'outSkuId' | 'salePriceFen' | 'marketPriceFen' | 'stock'>[]
}

/** The ids a shop gave to a product and to its SKUs, the latter by our ids. */
export type SpuIds = { productId: string; skuIds: ReadonlyMap<string, string> }

/** A product as stored by a shop. */
export type RemoteSpu = SpuIds & {
  status: number
  editStatus: number
  rejectReason: string
  /** Time of the last submission; undefined when the shop does not return it. */
  submittedAt: Date | undefined
}

export type PictureWish = { mime: string; content: Buffer; address: string; respType: 0 | 1 | 2 }
export type SentPicture = { mediaId: string; tempUrl: string; payMediaId: string }

/**
 * A shop on WeChat, whichever of its interfaces it uses.
 * Every call throws {@link WechatRefusal} when WeChat refuses it, and {@link WechatSilence} without an answer.
 */
export type ShopGateway = {
  /** Identifies the shop; cached data of one shop is not valid for another. */
  readonly shop: string
  addSpu(ctx: Ctx, spu: Spu): Promise<SpuIds>
  updateSpu(ctx: Ctx, spu: Spu): Promise<SpuIds>
  updateSpuWithoutAudit(ctx: Ctx, news: SpuNews): Promise<void>
  /** @param draft returns the last submission instead of the live content */
  getSpu(ctx: Ctx, outProductId: string, draft?: boolean): Promise<RemoteSpu | undefined>
  listing(ctx: Ctx, outProductId: string): Promise<void>
  delisting(ctx: Ctx, outProductId: string): Promise<void>
  delSpu(ctx: Ctx, outProductId: string): Promise<void>
  delAudit(ctx: Ctx, outProductId: string): Promise<void>
  getCats(ctx: Ctx): Promise<ShopCategory[]>
  uploadImg(ctx: Ctx, picture: PictureWish): Promise<SentPicture>
}
