import type { ProductInfo, ProductRow, Sku } from '@zhanggui/contract/product/product.ts'
import { filled } from '@zhanggui/domain/fields.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'

const time = '2025-01-01 00:00:00'

/** A product on sale with one SKU of ten pieces at 10 yuan. */
export function makeProduct(id: number, given: Partial<ProductRow> = {}): ProductRow {
  return {
    ...filled(productFields),
    id,
    version: 1,
    image: '/file/cover.jpg',
    sliderImage: ['/file/cover.jpg'],
    videoLink: '',
    flatPattern: '',
    storeName: `商品${id}`,
    barCode: '',
    cateIds: [3],
    cateNames: ['毛巾'],
    storeCategory: { id: 3, cateName: '毛巾' },
    specType: false,
    price: 10,
    priceMax: 10,
    otPrice: 20,
    cost: 5,
    vipPrice: null,
    stock: 10,
    sales: 0,
    browse: 0,
    collectCount: 0,
    skuCount: 1,
    alert: false,
    tempId: 1,
    tempName: '全国包邮',
    isPostage: true,
    isSub: false,
    activity: [0, 1, 2, 3],
    isShow: true,
    isRecycle: false,
    isDel: false,
    isSeckill: false,
    isBargain: false,
    isCombination: false,
    codePath: '',
    brandId: 0,
    brandName: '',
    labelIds: [],
    params: [],
    ensureIds: [],
    alertStock: null,
    limitType: 0,
    limitNum: 0,
    autoOnTime: null,
    autoOffTime: null,
    visibility: 0,
    shareImage: '',
    replyCount: 0,
    createTime: time,
    updateTime: time,
    createBy: 'wang',
    updateBy: 'wang',
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

/** The same with everything the form shows. */
export function makeInfo(id: number, given: Partial<ProductInfo> = {}): ProductInfo {
  return {
    ...makeProduct(id),
    attr: [{ id: 1, attrName: '规格', attrValues: ['默认'] }],
    attrValue: [makeSku(100 + id)],
    content: '<p>详情</p>',
    couponIds: [],
    coupons: [],
    ...given,
  }
}
