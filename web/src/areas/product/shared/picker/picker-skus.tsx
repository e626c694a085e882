import { useQuery } from '@tanstack/react-query'
import { type ProductPick, product } from '@zhanggui/contract/product/product.ts'
import { Checkbox, Spin } from 'antd'
import { read } from '../../../../api/read.ts'
import { Picture } from '../../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import styles from './picker.module.css'
import type { PickedSku } from './product-picker.tsx'

type Props = {
  row: ProductPick
  chosen: readonly PickedSku[]
  /** Receives all ticked SKUs, in the product's order. */
  onChoose: (skus: PickedSku[]) => void
}

/** The SKUs of a product, to tick; those beyond the first twenty are fetched when it is unfolded. */
export function PickerSkus({ row, chosen, onChoose }: Props) {
  const { id, storeName, attrValue, skuCount } = row
  const whole = useQuery({ ...read(product.info, { params: { id }, silent: true }), enabled: hasMore(row) })
  if (whole.error) return <FailedBlock error={whole.error} onRetry={whole.refetch} />
  if (whole.isLoading) return <Spin className={styles.waiting} aria-label="正在加载规格" />
  const skus = whole.data?.attrValue.map(toPickedSku) ?? attrValue
  const ids = new Set(chosen.map((sku) => sku.id))
  return (
    <ul className={styles.skus} aria-label={`${storeName}的规格`}>
      <li>
        <Checkbox
          checked={ids.size === skus.length}
          indeterminate={ids.size > 0 && ids.size < skus.length}
          onChange={({ target }) => onChoose(target.checked ? [...skus] : [])}
        >
          全部 {skuCount} 个规格
        </Checkbox>
      </li>
      {skus.map((sku) => (
        <li key={sku.id}>
          <Checkbox
            checked={ids.has(sku.id)}
            onChange={({ target }) =>
              onChoose(skus.filter((each) => (each.id === sku.id ? target.checked : ids.has(each.id))))
            }
          >
            {sku.suk}
          </Checkbox>
          <Picture src={sku.image || row.image} size={24} preview={false} />
          <span className={styles.count}>
            ¥{sku.price.toFixed(2)}，库存 {sku.stock}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whether a product has SKUs that its row does not contain. */
function hasMore({ skuCount, attrValue }: ProductPick): boolean {
  return skuCount > attrValue.length
}

function toPickedSku({ id, suk, unique, price, stock, image }: PickedSku): PickedSku {
  return { id, suk, unique, price, stock, image }
}
