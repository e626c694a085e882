import { type FrontQuote, frontOrder, type LoadedPreOrder } from '@zhanggui/contract/order/front-order.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { keepDraft } from '../../go/drafts.ts'
import { go } from '../../go/go.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { LineRow } from '../../parts/goods/line-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Switch } from '../../parts/typed/switch.tsx'
import styles from './checkout.module.css'
import { CouponChoice } from './coupon-choice.tsx'
import { Delivery } from './delivery.tsx'
import { Remark } from './remark.tsx'
import { Sums } from './sums.tsx'
import { useChoices } from './use-choices.ts'

/** The checkout of chosen goods: where they go, what makes them cheaper, and what they cost. */
export default function CheckoutScreen() {
  const { preOrderNo = '' } = useParams<{ preOrderNo: string }>()
  const loaded = useRead(frontOrder.load, { params: { preOrderNo } })
  const usedBy = loaded.error?.body.orderNo
  useEffect(() => {
    if (typeof usedBy === 'string') go(`/order/${usedBy}`, { replace: true })
  }, [usedBy])
  if (loaded.data) return <Checkout checkout={loaded.data} />
  return (
    <Screen title="确认订单">
      <Loaded
        of={loaded}
        skeleton={<CheckoutBones />}
        failed={({ status, message }) => status === 404 && <Gone text={message} />}
      >
        {() => null}
      </Loaded>
    </Screen>
  )
}

function Checkout({ checkout }: { checkout: LoadedPreOrder }) {
  const { preOrderNo } = checkout
  const { choices, choose, quote, isCurrent, coupons, retry, error } = useChoices(checkout)
  const [changed, setChanged] = useState<{ from: number; to: number }>()
  const creating = useWrite(frontOrder.create, {
    done: ({ orderNo, paid }) => {
      keepDraft(`checkout-${preOrderNo}`, undefined)
      go(paid ? `/pay/${orderNo}/result` : `/pay/${orderNo}`, { replace: true })
    },
    failed: ({ code, body }) => {
      if (code !== 'PRICE_CHANGED' || typeof body.payFee !== 'number') return false
      setChanged({ from: quote.payFee, to: body.payFee })
      retry()
      return true
    },
  })
  const { shippingType, addressId, couponId, useIntegral, mark, storeId, realName, phone } = choices
  const isPickUp = shippingType === 2
  const [problem] = quote.problems
  const lacking = isPickUp
    ? !storeId || !realName || !phone
      ? '请填写提货门店和提货人'
      : ''
    : addressId
      ? ''
      : '请添加收货地址'
  const submit = () => {
    const why = lacking || problem?.message
    if (why) return toast(why)
    setChanged(undefined)
    const place = isPickUp ? { storeId, realName, phone } : { addressId }
    void creating.send({
      body: { preOrderNo, shippingType, couponId, useIntegral, mark, payFee: quote.payFee, ...place },
    })
  }
  return (
    <Screen
      title="确认订单"
      foot={
        <>
          <span className={styles.pay} aria-live="polite">
            <span>应付</span> <Price yuan={quote.payFee} size={24} />
            {quote.freightPending && <span className={styles.pending}>运费待选地址后计算</span>}
          </span>
          <Button isBusy={creating.isSending || !isCurrent} disabled={!isCurrent} onClick={submit}>
            提交订单
          </Button>
        </>
      }
    >
      {changed && (
        <p className={styles.notice} role="alert">
          价格已变动：原 ¥{changed.from.toFixed(2)}，现 ¥{changed.to.toFixed(2)}，请确认后重新提交
        </p>
      )}
      {problem && (
        <p className={styles.notice} role="alert">
          {problem.message}
        </p>
      )}
      {error && (
        <p className={styles.notice} role="alert">
          {error.message}
          <Button kind="line" size={28} onClick={retry}>
            重试
          </Button>
        </p>
      )}
      <Delivery checkout={checkout} choices={choices} onChoose={choose} />
      <Card>
        {quote.lines.map((line) => (
          <LineRow key={line.skuId} line={line} />
        ))}
      </Card>
      <Card>
        <CouponChoice coupons={coupons} couponId={couponId} fee={quote.couponFee} onChoose={choose} />
        <Points quote={quote} total={checkout.userIntegral} isOn={useIntegral} onTurn={choose} />
        <Remark value={mark} onChange={(text) => choose({ mark: text })} />
      </Card>
      <Sums quote={quote} />
    </Screen>
  )
}

type PointsGiven = {
  quote: FrontQuote
  total: number
  isOn: boolean
  onTurn: (choice: { useIntegral: boolean }) => void
}

/** What points take off, or would; without a switch where none may be used. */
function Points({ quote: { pointsOffer, usedIntegral, deductionPrice }, total, isOn, onTurn }: PointsGiven) {
  const points = (count: number) => `${count.toLocaleString('zh-CN')} 分`
  if (pointsOffer.integral === 0 && !isOn) return total > 0 && <Cell name="积分">共 {points(total)}，这单不能用</Cell>
  return (
    <Cell name="积分">
      <span className={styles.points}>
        {isOn && deductionPrice > 0
          ? `用 ${points(usedIntegral)}抵 ¥${deductionPrice.toFixed(2)}`
          : `可用 ${points(pointsOffer.integral)}抵 ¥${pointsOffer.money.toFixed(2)}`}
      </span>
      <Switch label="使用积分" isOn={isOn} onTurn={() => onTurn({ useIntegral: !isOn })} />
    </Cell>
  )
}

function Gone({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <Button onClick={() => go('/cart', { replace: true })}>回到购物车</Button>
    </Empty>
  )
}

function CheckoutBones() {
  return (
    <div className="coming">
      <Bone height={70} radius={12} />
      <Bone height={180} radius={12} />
      <Bone height={150} radius={12} />
      <Bone height={160} radius={12} />
    </div>
  )
}
