import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { UnitsInput } from '../../../../kit/form/units-input.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { openProductPicker, type PickedProduct } from '../../../product/shared/picker/product-picker.tsx'
import type { BasketItem } from '../../model/question.ts'
import styles from './simulator.module.css'

/** What is known of a SKU, from the picker or from an answer. */
export type KnownSku = { storeName: string; sku: string; image: string; price: number }

type Props = {
  items: readonly BasketItem[]
  known: ReadonlyMap<number, KnownSku>
  onAdd: (picked: ReadonlyMap<number, KnownSku>) => void
  onChange: (items: BasketItem[]) => void
}

/** The goods of the question. */
export function Basket({ items, known, onAdd, onChange }: Props) {
  const pick = () =>
    openProductPicker({ mode: 'many', skus: true, onPick: (picked) => onAdd(new Map(picked.flatMap(skusOf))) })
  return (
    <>
      {items.length > 0 && (
        <ul className={styles.basket} aria-label="要买的商品">
          {items.map(({ skuId, num }) => {
            const { storeName, sku, image, price } = known.get(skuId) ?? UNKNOWN
            const name = [storeName || `规格 ${skuId}`, specOf(sku)].filter(Boolean).join(' ')
            return (
              <li key={skuId}>
                <Picture src={image} alt={`「${name}」的图片`} thumb />
                <TwoLine
                  top={storeName || `规格 ${skuId}`}
                  below={[specOf(sku), price > 0 && moneyText(price)].filter(Boolean).join(' · ')}
                />
                <UnitsInput
                  label={`「${name}」的数量`}
                  min={1}
                  max={999}
                  empty={1}
                  value={num}
                  onChange={(next) => onChange(items.map((one) => (one.skuId === skuId ? { skuId, num: next } : one)))}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`移除「${name}」`}
                  onClick={() => onChange(items.filter((one) => one.skuId !== skuId))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Button icon={<PlusOutlined aria-hidden />} block onClick={pick}>
        {items.length ? '再加商品' : '选择商品'}
      </Button>
    </>
  )
}

const UNKNOWN: KnownSku = { storeName: '', sku: '', image: '', price: 0 }

/** The only specification of a product says nothing. */
export const specOf = (sku: string) => (sku === '默认' ? '' : sku)

function skusOf({ storeName = '', src, skus, attrValue = [] }: PickedProduct): [number, KnownSku][] {
  return (skus ?? attrValue).map(({ id, suk, image, price }) => [
    id,
    { storeName, sku: suk, image: image || src, price },
  ])
}
