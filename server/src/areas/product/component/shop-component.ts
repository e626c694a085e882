import {
  type QualificationType,
  qualificationTypes,
  type ShopCategory,
} from '@zhanggui/domain/product/component-product.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { callWechat, type WechatAccount, WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import type { ShopGateway, Spu, SpuIds } from './shop-gateway.ts'

type Json = Record<string, unknown>

/** The attribute WeChat expects for a product without specifications. */
const SINGLE = { attr_key: '请选择规格', attr_value: '默认' }

/** Smaller error codes concern WeChat as a whole (tokens, rights, rate limits), not a product. */
const FIRST_SHOP_CODE = 100_000

/** The shop of WeChat's custom transaction component (10.4). */
export function openComponentShop(account: WechatAccount): ShopGateway {
  // What was lost may have been done, which the reconcile job finds out; what a busy WeChat refused was not.
  const call = (path: string, body: Json) => callWechat(account, path, body, undefined, { isRepeatable: 'busy' })
  const about = (outProductId: string) => ({ out_product_id: outProductId })
  const submit = async (path: string, spu: Spu) => readIds(objectOf((await call(path, toWire(spu))).data))
  return {
    shop: `component ${account.baseUrl} ${account.appid}`,
    addSpu: (_, spu) => submit('/shop/spu/add', spu),
    updateSpu: (_, spu) => submit('/shop/spu/update', spu),
    updateSpuWithoutAudit: async (_, { outProductId, skus }) => {
      const rows = skus.map(({ outSkuId, salePriceFen, marketPriceFen, stock }) => ({
        out_sku_id: outSkuId,
        sale_price: salePriceFen,
        market_price: marketPriceFen,
        stock_num: stock,
      }))
      await call('/shop/spu/update_without_audit', { ...about(outProductId), skus: rows })
    },
    getSpu: async (_, outProductId, draft = false) => {
      // 0 returns the live content, 1 the submitted one.
      const found = await call('/shop/spu/get', { ...about(outProductId), need_edit_spu: draft ? 1 : 0 }).catch(
        (error: unknown) => {
          if (error instanceof WechatRefusal && error.errcode >= FIRST_SHOP_CODE) return undefined
          throw error
        },
      )
      if (!found) return undefined
      const spu = objectOf(found.spu)
      const audit = objectOf(spu.audit_info)
      return {
        ...readIds(spu),
        status: Number(spu.status ?? 0),
        editStatus: Number(spu.edit_status ?? 0),
        rejectReason: textOf(audit.reject_reason),
        submittedAt: parseWireTime(textOf(audit.submit_time)),
      }
    },
    listing: async (_, outProductId) => {
      await call('/shop/spu/listing', about(outProductId))
    },
    delisting: async (_, outProductId) => {
      await call('/shop/spu/delisting', about(outProductId))
    },
    delSpu: async (_, outProductId) => {
      await call('/shop/spu/del', about(outProductId))
    },
    delAudit: async (_, outProductId) => {
      await call('/shop/spu/del_audit', about(outProductId))
    },
    getCats: async () => listOf((await call('/shop/cat/get', {})).third_cat_list).map(readCategory),
    uploadImg: async (_, { mime, content, respType }) => {
      const name = `picture.${mime.split('/')[1] ?? 'jpg'}`
      const fields = { resp_type: respType, upload_type: 0 }
      const answer = await callWechat(
        account,
        '/shop/img/upload',
        fields,
        { media: { name, mime, content } },
        { isRepeatable: true },
      )
      const info = objectOf(answer.img_info)
      return {
        mediaId: textOf(info.media_id),
        tempUrl: textOf(info.temp_img_url),
        payMediaId: textOf(info.pay_media_id),
      }
    },
  }
}

function toWire({ outProductId, desc, skus, ...spu }: Spu): Json {
  return {
    out_product_id: outProductId,
    title: spu.title,
    path: spu.path,
    head_img: spu.headImg,
    qualification_pics: spu.qualificationPics,
    desc_info: { desc: desc.html, imgs: desc.images },
    third_cat_id: spu.thirdCatId,
    brand_id: spu.brandId,
    skus: skus.map((sku) => ({
      out_product_id: outProductId,
      out_sku_id: sku.outSkuId,
      thumb_img: sku.thumbImg,
      sale_price: sku.salePriceFen,
      market_price: sku.marketPriceFen,
      stock_num: sku.stock,
      barcode: sku.barCode,
      sku_code: sku.skuNo,
      sku_attrs: sku.attrs.length
        ? sku.attrs.map(({ key, value }) => ({ attr_key: key, attr_value: value }))
        : [SINGLE],
    })),
  }
}

function readIds(found: Json): SpuIds {
  const skuIds = listOf(found.skus).map((sku) => [textOf(sku.out_sku_id), textOf(sku.sku_id)] as const)
  return { productId: textOf(found.product_id), skuIds: new Map(skuIds) }
}

function readCategory(row: Json): ShopCategory {
  return {
    firstCatId: Number(row.first_cat_id ?? 0),
    firstCatName: textOf(row.first_cat_name),
    secondCatId: Number(row.second_cat_id ?? 0),
    secondCatName: textOf(row.second_cat_name),
    thirdCatId: Number(row.third_cat_id ?? 0),
    thirdCatName: textOf(row.third_cat_name),
    qualification: textOf(row.qualification),
    qualificationType: readAsking(row.qualification_type),
    productQualification: textOf(row.product_qualification),
    productQualificationType: readAsking(row.product_qualification_type),
  }
}

function readAsking(value: unknown): QualificationType {
  return qualificationTypes.find((each) => each === Number(value)) ?? 0
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {})
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
