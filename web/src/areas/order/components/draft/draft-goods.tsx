import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { DraftQuote } from '@zhanggui/contract/order/draft-order.ts'
import { MAX_DRAFT_LINES } from '@zhanggui/contract/order/draft-order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { showWarning } from '../../../../kit/feedback/feedback.ts'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { ScanField } from '../../../../kit/form/scan/scan-field.tsx'
import { UnitsInput } from '../../../../kit/form/units-input.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { failureText } from '../../../../kit/page/block-state.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { openProductPicker } from '../../../product/shared/picker/product-picker.tsx'
import styles from './draft.module.css'

/** Goods of a draft as the form knows them. */
export type DraftGoods = {
  skuId: number
  num: number
  price?: number | undefined
  storeName: string
  sku: string
  image: string
}

type Props = {
  items: readonly DraftGoods[]
  quote: DraftQuote | undefined
  /** Own unit prices may be given. */
  priced?: boolean
  onChange: (items: DraftGoods[]) => void
}

const skuText = (sku: string) => (sku === '默认' ? '' : sku)

/** The goods of a draft: from the picker or by bar code, with number and a price of one's own. */
export function DraftGoodsList({ items, quote, onChange }: Props) {
  const change = (skuId: number, set: Partial<DraftGoods>) =>
    onChange(items.map((item) => (item.skuId === skuId ? { ...item, ...set } : item)))
  return (
    <>
      <AddGoods onAdd={(added) => onChange(addGoods(items, added))} />
      {items.length === 0 && <p className={styles.dim}>还没有商品：从商品列表选，或扫条码</p>}
      <ul className={styles.list}>
        {items.map((item) => {
          const { skuId, num, price } = item
          const line = quote?.lines.find((each) => each.skuId === skuId)
          // A draft that was stored names its goods by number alone.
          const { storeName, sku, image } = item.storeName ? item : { ...item, ...line }
          const name = [storeName, skuText(sku)].filter(Boolean).join(' ')
          const problem = quote?.problems.find((each) => each.skuId === skuId)
          return (
            <li key={skuId} className={styles.row}>
              <span className={styles.goods}>
                <Picture src={image} alt={`「${storeName}」的图片`} thumb />
                <TwoLine
                  top={storeName}
                  below={
                    problem ? (
                      <span className={styles.problem}>{problem.message}</span>
                    ) : (
                      [skuText(sku), line && `库存 ${line.stock}`].filter(Boolean).join(' · ')
                    )
                  }
                />
              </span>
              <NumberInput<number>
                aria-label={`「${name}」的单价`}
                style={{ width: 120 }}
                min={0.01}
                precision={2}
                prefix="¥"
                controls={false}
                placeholder={line ? line.quotedPrice.toFixed(2) : '按售价'}
                value={price ?? null}
                onChange={(next) => change(skuId, { price: next ?? undefined })}
              />
              <UnitsInput
                label={`「${name}」的数量`}
                min={1}
                max={999}
                empty={1}
                value={num}
                onChange={(next) => change(skuId, { num: next })}
              />
              <span className={styles.sum}>{line ? moneyText(line.unitPrice * num) : '—'}</span>
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`移除「${name}」`}
                onClick={() => onChange(items.filter((each) => each.skuId !== skuId))}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Adds goods to those that are there; the same SKU adds up. */
export function addGoods(items: readonly DraftGoods[], added: readonly DraftGoods[]): DraftGoods[] {
  const merged = new Map(items.map((item) => [item.skuId, item]))
  for (const item of added) {
    const known = merged.get(item.skuId)
    merged.set(item.skuId, known ? { ...known, num: Math.min(999, known.num + item.num) } : item)
  }
  const all = [...merged.values()]
  if (all.length > MAX_DRAFT_LINES) showWarning(`一次最多${MAX_DRAFT_LINES}种商品`)
  return all.slice(0, MAX_DRAFT_LINES)
}

/** Finds goods by bar code, or in the list of products. */
export function AddGoods({ onAdd }: { onAdd: (added: DraftGoods[]) => void }) {
  const [busy, setBusy] = useState(false)
  async function scan(code: string) {
    setBusy(true)
    try {
      const found = await findByCode(code)
      if (found) onAdd([found])
      else showWarning(`没有找到条码「${code}」的在售商品`)
      return found !== undefined
    } catch (error) {
      showWarning(`没有查到条码「${code}」：${failureText(error)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.add}>
      <ScanField label="扫条码，或输入后按回车" busy={busy} onScan={scan} />
      <Button
        size="large"
        onClick={() =>
          openProductPicker({
            mode: 'many',
            skus: true,
            onPick: (picked) =>
              onAdd(
                picked.flatMap(({ storeName = '', src, skus, attrValue = [] }) =>
                  (skus ?? attrValue).map(({ id, suk, image }) => ({
                    skuId: id,
                    num: 1,
                    storeName,
                    sku: suk,
                    image: image || src,
                  })),
                ),
              ),
          })
        }
      >
        选择商品
      </Button>
    </div>
  )
}

/** The SKU on sale with this bar code or number. */
async function findByCode(code: string): Promise<DraftGoods | undefined> {
  const { list } = await call(product.pick, { query: { keywords: code, type: 1, limit: 5 }, silent: true })
  for (const { id, storeName, image, skuCount, attrValue } of list) {
    const [only] = attrValue
    const named = attrValue.find(({ unique }) => unique === code)
    const sku = named ?? (skuCount === 1 && list.length === 1 ? only : await byBarCode(id, code))
    if (sku) return { skuId: sku.id, num: 1, storeName, sku: sku.suk, image: sku.image || image }
  }
  return undefined
}

async function byBarCode(id: number, code: string) {
  const { attrValue } = await call(product.info, { params: { id }, silent: true })
  const found = attrValue.find(({ barCode, unique }) => barCode === code || unique === code)
  return found?.id === undefined ? undefined : { id: found.id, suk: found.suk, image: found.image ?? '' }
}
