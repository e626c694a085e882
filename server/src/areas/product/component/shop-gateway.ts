import type { ShopCategory } from '@zhanggui/domain/product/component-product.ts'
import type { Ctx } from '../../../platform/http/context.ts'

/** A combination as it is sent to a shop. */
export type SpuSku = {
  outSkuId: string
  thumbImg: string
  salePriceFen: number
  marketPriceFen: number
  stock: number
  barCode: string
  skuNo: string
  /** By name; none for a product of one SKU. */
  attrs: readonly { key: string; value: string }[]
}

/** A product as it is sent to a shop. */
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

/** What is told of SKUs that are live, without an audit. */
export type SpuNews = {
  outProductId: string
  skus: readonly Pick<SpuSku, 'outSkuId' | 'salePriceFen' | 'marketPriceFen' | 'stock'>[]
}

/** The ids a shop gave to a product and, by ours, to its SKUs. */
export type SpuIds = { productId: string; skuIds: ReadonlyMap<string, string> }

/** A product as a shop has it. */
export type RemoteSpu = SpuIds & {
  status: number
  editStatus: number
  rejectReason: string
  /** When it was last submitted; undefined when the shop does not say. */
  submittedAt: Date | undefined
}

export type PictureWish = { mime: string; content: Buffer; address: string; respType: 0 | 1 | 2 }
export type SentPicture = { mediaId: string; tempUrl: string; payMediaId: string }

/**
 * A shop on WeChat. Nothing outside depends on which dialect it speaks.
 * Every call throws {@link WechatRefusal} for a no, and {@link WechatSilence} when nothing was heard.
 */
export type ShopGateway = {
  /** Names the shop: what was learnt of one is not good for another. */
  readonly shop: string
  addSpu(ctx: Ctx, spu: Spu): Promise<SpuIds>
  updateSpu(ctx: Ctx, spu: Spu): Promise<SpuIds>
  updateSpuWithoutAudit(ctx: Ctx, news: SpuNews): Promise<void>
  /** @param draft what was last submitted, instead of what is live */
  getSpu(ctx: Ctx, outProductId: string, draft?: boolean): Promise<RemoteSpu | undefined>
  listing(ctx: Ctx, outProductId: string): Promise<void>
  delisting(ctx: Ctx, outProductId: string): Promise<void>
  delSpu(ctx: Ctx, outProductId: string): Promise<void>
  delAudit(ctx: Ctx, outProductId: string): Promise<void>
  getCats(ctx: Ctx): Promise<ShopCategory[]>
  uploadImg(ctx: Ctx, picture: PictureWish): Promise<SentPicture>
}
