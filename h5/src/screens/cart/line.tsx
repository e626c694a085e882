import { type CartLine, cart } from '@zhanggui/contract/order/cart.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price, Was } from '@zhanggui/page-kit/parts/price.tsx'
import { Stepper } from '@zhanggui/page-kit/parts/stepper.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../../api/write.ts'
import { skuText } from '../../parts/goods/sku-text.ts'
import { Check } from '../../parts/typed/check.tsx'
import { limitsOf } from '../../sheets/sku/sku-choice.ts'
import styles from './line.module.css'

/** So long after the last tap a number is sent, in ms. */
const SETTLED_MS = 300
/** From here on it is said how many are left. */
const FEW = 10

type Given = {
  line: CartLine
  isOn: boolean
  isChoosable: boolean
  onTurn: () => void
  onChooseSku: () => void
}

/** What is said of a line that cannot be ordered as it is. */
const problemWords: Partial<Record<CartLine['code'], (line: CartLine) => string>> = {
  GONE: () => '商品已失效',
  OFF_SHELF: () => '商品已下架',
  SOLD_OUT: ({ stock }) => (stock > 0 ? `库存不足，只剩 ${stock} 件` : '这个规格抢光了'),
  MIN_QTY: ({ minQty }) => `${minQty} 件起购`,
}
const whyNot = (line: CartLine) => problemWords[line.code]?.(line) ?? line.reason

export function Line({ line, isOn, isChoosable, onTurn, onChooseSku }: Given) {
  const { productId, storeName, sku, price, vipPrice, stock, image, valid, addedPrice } = line
  const cheaper = addedPrice === null ? 0 : addedPrice - (vipPrice ?? price)
  const { num, setNum } = useNum(line)
  const { min, max, why } = limitsOf({ product: line })
  return (
    <article className={styles.line}>
      <Check label={storeName} isOn={isOn} isDisabled={!isChoosable} onTurn={onTurn} />
      <Link href={`/goods/${productId}`} className={styles.picture} aria-label={storeName}>
        <Picture image={{ url: image }} width={88} alt="" />
      </Link>
      <div className={styles.words}>
        <Link href={`/goods/${productId}`} className={styles.name}>
          <span>{storeName}</span>
        </Link>
        <button type="button" className={styles.sku} aria-label={`换规格，现在是${sku}`} onClick={onChooseSku}>
          <span>
            {skuText(sku)}
            <Icon name="more" size={10} />
          </span>
        </button>
        {!valid && <p className={styles.reason}>{whyNot(line)}</p>}
        {valid && cheaper >= 0.01 && <p className={styles.reason}>比加入时便宜 ¥{cheaper.toFixed(2)}</p>}
        {valid && stock <= FEW && <p className={styles.reason}>只剩 {stock} 件</p>}
        <div className={styles.foot}>
          <span style={{ color: vipPrice === null ? 'var(--price)' : 'var(--deal)' }}>
            <Price yuan={vipPrice ?? price} size={17} />
          </span>
          {vipPrice !== null && <Was yuan={price} />}
          <span className={styles.stepper}>
            <Stepper
              label={`${storeName}的数量`}
              value={num}
              min={Math.min(min, num)}
              max={Math.max(max, 1)}
              onChange={setNum}
              onMost={() => toast(why)}
            />
          </span>
        </div>
      </div>
    </article>
  )
}

/** The quantity: shown at once, sent when the tapping stops, and put back when it is refused. */
function useNum({ id, num: stored }: CartLine) {
  const [typed, setTyped] = useState<number>()
  const { send } = useWrite(cart.num, {
    done: () => setTyped(undefined),
    failed: () => {
      setTyped(undefined)
      return false
    },
  })
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (typed === undefined || typed === stored) return
    const timer = setTimeout(() => void latest.current({ body: { id, num: typed } }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [id, typed, stored])
  return { num: typed ?? stored, setNum: setTyped }
}

/** What cannot be bought any more. */
export function GoneLine({ line }: { line: CartLine }) {
  const { storeName, sku, image } = line
  return (
    <article className={`${styles.line} ${styles.gone}`}>
      <span className={styles.picture}>
        <Picture image={{ url: image }} width={88} alt="" />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <span>{storeName || '商品'}</span>
        </p>
        <span>{skuText(sku)}</span>
        <p className={styles.reason}>{whyNot(line)}</p>
      </div>
    </article>
  )
}
