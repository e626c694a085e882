import type { ProductInfo, ProductRow, Sku } from '@zhanggui/contract/product/product.ts'
import { filled, namesOf, pick } from '@zhanggui/domain/fields.ts'
import { productFields, rowFields } from '@zhanggui/domain/product/product-fields.ts'

const time = '2025-01-01 00:00:00'

/** A product on sale with one SKU of ten pieces at 10 yuan, as in the product list. */
export function makeProduct(id: number, given: Partial<ProductRow> = {}): ProductRow {
  return {
    ...pick(filled(productFields), namesOf(rowFields)),
    id,
    version: 1,
    image: '/file/cover.jpg',
    storeName: `商品${id}`,
    storeCategory: { id: 3, cateName: '毛巾' },
    specType: false,
    price: 10,
    priceMax: 10,
    otPrice: 20,
    cost: 5,
    stock: 10,
    sales: 0,
    skuCount: 1,
    alert: false,
    isShow: true,
    isRecycle: false,
    isSeckill: false,
    isBargain: false,
    isCombination: false,
    brandName: '',
    createTime: time,
    ...given,
  }
}

export function makeSku(id: number, given: Partial<Sku> = {}): Sku {
  return {
    id,
    productId: 1,
    version: 2,
    attrValue: { 规格: '默认' },
    suk: '默认',
    unique: 'abcd1234',
    image: '/file/cover.jpg',
    price: 10,
    otPrice: 20,
    cost: 5,
    vipPrice: null,
    stock: 10,
    stockBase: 10,
    sales: 0,
    barCode: '',
    skuNo: '',
    weight: 0.5,
    volume: 0,
    brokerage: 0,
    brokerageTwo: 0,
    isShow: true,
    alertStock: null,
    ...given,
  }
}

/** The same product with all fields of the form. */
export function makeInfo(id: number, given: Partial<ProductInfo> = {}): ProductInfo {
  return {
    ...filled(productFields),
    ...makeProduct(id),
    sliderImage: ['/file/cover.jpg'],
    videoLink: '',
    flatPattern: '',
    barCode: '',
    cateIds: [3],
    cateNames: ['毛巾'],
    vipPrice: null,
    browse: 0,
    collectCount: 0,
    tempId: 1,
    tempName: '全国包邮',
    isPostage: true,
    isSub: false,
    activity: [0, 1, 2, 3],
    isDel: false,
    codePath: '',
    brandId: 0,
    labelIds: [],
    params: [],
    ensureIds: [],
    alertStock: null,
    limitType: 0,
    limitNum: 0,
    firstShowTime: null,
    autoOnTime: null,
    autoOffTime: null,
    visibility: 0,
    shareImage: '',
    replyCount: 0,
    updateTime: time,
    createBy: 'wang',
    updateBy: 'wang',
    attr: [{ id: 1, attrName: '规格', attrValues: ['默认'] }],
    attrValue: [makeSku(100 + id)],
    content: '<p>详情</p>',
    couponIds: [],
    coupons: [],
    ...given,
  }
}
