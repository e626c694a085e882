import { cart } from '@zhanggui/contract/order/cart.ts'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price, Was } from '@zhanggui/page-kit/parts/price.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Stepper } from '@zhanggui/page-kit/parts/stepper.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useToken } from '../../api/use-token.ts'
import { Tag } from '../../parts/tag.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { type Choice, type Goods, isOpen, limitsOf, missingOf, type Sku, skuOf, stockWords } from './sku-choice.ts'
import styles from './sku-sheet.module.css'

export type SkuAct = { label: string; kind: 'solid' | 'soft'; isBusy?: boolean; onAct: (sku: Sku, num: number) => void }

type Given = {
  goods: Goods
  choice: Choice
  onChoose: (choice: Choice) => void
  /** What can be done with what is chosen. */
  acts: readonly SkuAct[]
  /** Without a number, where only the SKU is chosen. */
  hasNum?: boolean
  /** With what it comes to after the best coupon; not in activities, whose SKUs are others. */
  hasCoupon?: boolean
  onClose: () => void
}

/** Chooses a SKU of a product and how many, with picture, price, stock and limits. */
export function SkuSheet({ goods, choice, onChoose, acts, hasNum = true, hasCoupon, onClose }: Given) {
  const { product, attr } = goods
  const sku = skuOf(goods, choice)
  const { min, max, why } = limitsOf(goods, sku)
  const [typed, setNum] = useState(min)
  const num = Math.max(min, Math.min(typed, max))
  const missing = missingOf(goods, choice)
  const chosen = choice.filter(Boolean).join('，')
  const act = ({ onAct }: SkuAct) => {
    if (!sku) return toast(`请选择${missing.join('、') || '规格'}`)
    if (sku.stock < min) return toast('这个规格抢光了，换一个试试')
    onAct(sku, num)
  }
  return (
    <Sheet
      title="选择规格"
      isBare
      onClose={onClose}
      foot={acts.map((each) => (
        <Button key={each.label} kind={each.kind} isWide isBusy={each.isBusy} onClick={() => act(each)}>
          {each.label}
        </Button>
      ))}
    >
      <div className={styles.head}>
        <Picture className={styles.picture} image={{ url: sku?.image || product.image }} width={96} alt="" />
        <div className={styles.words}>
          <SkuPrice of={sku ?? product} isFrom={!sku && product.priceMax > product.price} />
          {hasCoupon && sku && <AfterCoupon skuId={sku.id} num={num} />}
          <p>{stockWords(goods, sku)}</p>
          <p className={styles.chosen}>{missing.length ? `请选择 ${missing.join('、')}` : `已选 ${chosen}`}</p>
        </div>
      </div>
      {attr.map(({ attrName, attrValues }, index) => (
        <fieldset key={attrName} className={styles.attr}>
          <legend>{attrName}</legend>
          {attrValues.map((value) => {
            const isOn = choice[index] === value
            const isThere = isOpen(goods, choice, index, value)
            return (
              <button
                key={value}
                type="button"
                aria-pressed={isOn}
                className={`${styles.chip} ${isOn ? styles.on : ''} ${isThere ? '' : styles.gone}`}
                onClick={() =>
                  isThere || isOn ? onChoose(choice.with(index, isOn ? '' : value)) : toast('这个规格抢光了')
                }
              >
                {value}
              </button>
            )
          })}
        </fieldset>
      ))}
      {hasNum && (
        <div className={styles.num}>
          <span>数量</span>
          <Stepper label="数量" value={num} min={min} max={max} onChange={setNum} onMost={() => toast(why)} />
        </div>
      )}
    </Sheet>
  )
}

/** What chosen units come to for a buyer who has signed in, where a coupon takes something off. */
function AfterCoupon({ skuId, num }: { skuId: number; num: number }) {
  const isIn = useToken() !== undefined
  const { data } = useRead(cart.price, { query: { skuId, num } }, isIn && num > 0)
  if (!data?.coupon) return null
  return (
    <p className={styles.coupon} aria-live="polite">
      券后{num > 1 && ` ${num} 件`} ¥{data.payFee.toFixed(2)}
    </p>
  )
}

type Priced = Pick<Sku, 'price' | 'otPrice' | 'vipPrice'>

/** What is paid, and beside it what it would cost without being a member, or used to. */
export function SkuPrice({
  of: { price, otPrice, vipPrice },
  isFrom = false,
  size = 24,
}: {
  of: Priced
  isFrom?: boolean
  size?: number
}) {
  const isMember = vipPrice !== undefined && vipPrice < price
  const was = isMember ? price : otPrice
  return (
    <span className={styles.price}>
      <span style={{ color: isMember ? 'var(--deal)' : 'var(--price)' }}>
        <Price yuan={isMember ? vipPrice : price} size={size} />
      </span>
      {isFrom && <span className={styles.from}>起</span>}
      {isMember && <Tag>会员价</Tag>}
      {was > (isMember ? vipPrice : price) && <Was yuan={was} />}
    </span>
  )
}
