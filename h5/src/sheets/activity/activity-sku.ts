import type { FrontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import type { Goods } from '../sku/sku-choice.ts'

type Detail = Pick<FrontSeckill, 'attr' | 'attrValue'>
type Sold = Pick<FrontSeckill['activity'], 'image' | 'price' | 'otPrice' | 'quota'>

const PER_ORDER = 1

/** What an activity sells as the sheet of SKUs shows it: those that take part alone. @param onceNum units of an order; 0 for no limit */
export function skuGoodsOf({ attr, attrValue }: Detail, sold: Sold, onceNum: number): Goods {
  const taking = attrValue.filter(({ id }) => id !== null)
  const skus = taking.map(({ id, suk, price, otPrice, quota, image }) => ({
    id: id ?? 0,
    sku: suk,
    price,
    otPrice,
    stock: quota,
    image,
  }))
  return {
    product: {
      image: sold.image,
      price: sold.price,
      priceMax: Math.max(sold.price, ...skus.map(({ price }) => price)),
      otPrice: sold.otPrice,
      stock: sold.quota,
      minQty: 1,
      limitType: PER_ORDER,
      limitNum: onceNum,
    },
    attr: attr.map(({ attrName, attrValues }) => ({
      attrName,
      attrValues: attrValues.filter((value) => taking.some((sku) => sku.attrValue[attrName] === value)),
    })),
    skus,
  }
}
