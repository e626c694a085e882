import { type Claimable, frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { MAX_CASE_IMAGES, serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Stepper } from '@zhanggui/page-kit/parts/stepper.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { keepDraft, readDraft } from '../../go/drafts.ts'
import { go } from '../../go/go.ts'
import { Area } from '../../parts/area.tsx'
import { Card } from '../../parts/card.tsx'
import { ItemRow } from '../../parts/goods/item-row.tsx'
import { SumRow } from '../../parts/goods/sum-row.tsx'
import { Failed, Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import { Options } from '../../parts/typed/option.tsx'
import { PhotoField } from '../../parts/typed/photos.tsx'
import styles from './refund-ask.module.css'

/** Asks something of an order back. */
export default function RefundAskScreen() {
  const { orderNo = '' } = useParams<{ orderNo: string }>()
  const claimable = useRead(frontAfterSales.claimable, { params: { orderNo } })
  return (
    <Loaded
      of={claimable}
      skeleton={
        <Screen title="申请售后">
          <CardBones height={150} />
        </Screen>
      }
      failed={({ status, message }) =>
        status === 404 && (
          <Screen title="申请售后">
            <Empty text={message}>
              <Button to="/orders">我的订单</Button>
            </Empty>
          </Screen>
        )
      }
    >
      {(data) =>
        data.refusal ? (
          <Screen title="申请售后">
            <Empty icon="back" text={data.refusal}>
              <Button to="/refunds">我的售后</Button>
              <Button kind="line" to={`/order/${orderNo}`}>
                回到订单
              </Button>
            </Empty>
          </Screen>
        ) : (
          <AskForm order={data} />
        )
      }
    </Loaded>
  )
}

type ServiceType = 0 | 1
type Typed = {
  serviceType: ServiceType
  /** Units by line; 0 for a line that is not chosen. */
  nums: Readonly<Record<string, number>>
  reason: string
  explain: string
  images: string[]
}

function AskForm({ order }: { order: Claimable }) {
  const { orderNo, lines, reasons } = order
  const draft = `refund-${orderNo}`
  const [typed, setTyped] = useState<Typed>(() => readDraft<Typed>(draft) ?? firstOf(order))
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    keepDraft(draft, next)
    setTyped(next)
  }
  const { serviceType, nums, reason, explain, images } = typed
  const maxOf = (line: Line) => (serviceType ? line.maxReturnNum : line.maxNum)
  const numOf = (line: Line) => Math.min(nums[line.id] ?? 0, maxOf(line))
  const open = lines.filter((line) => maxOf(line) > 0)
  const wanted = open.filter((line) => numOf(line) > 0)
  const asked = wanted.map((line) => ({ lineId: line.id, num: numOf(line) }))
  const quote = useRead(frontAfterSales.quote, { body: { orderNo, serviceType, lines: asked } }, asked.length > 0)
  const money = quote.isLoading ? undefined : quote.data
  const { send, isSending } = useWrite(frontAfterSales.apply, {
    done: ({ id }) => {
      keepDraft(draft, undefined)
      toast('已提交，等商家处理')
      go(`/refund/${id}`, { replace: true })
    },
  })
  const ask = () => {
    if (!wanted.length) return toast('请选择要退的商品')
    if (!reason) return toast('请选择原因')
    void send({
      body: {
        orderNo,
        serviceType,
        reason,
        explain: explain.trim() || undefined,
        images,
        lines: asked,
      },
    })
  }
  const types = ([0, 1] as const).filter((each) => lines.some((line) => (each ? line.maxReturnNum : line.maxNum) > 0))
  return (
    <Screen
      title="申请售后"
      foot={
        <Button isWide isBusy={isSending} onClick={ask}>
          提交申请
        </Button>
      }
    >
      <Card>
        <Options
          label="退款方式"
          of={types.map((key) => ({ key, title: key ? `${serviceTypes[key]}，寄回商品` : serviceTypes[key] }))}
          chosen={serviceType}
          onChoose={(key) => set({ serviceType: key })}
        />
      </Card>
      <Card title="要退的商品">
        {open.map((line) => {
          const num = numOf(line)
          return (
            <div key={line.id} className={styles.line}>
              <ItemRow
                of={line}
                note={
                  <span className={styles.money}>
                    {num ? (money ? backOf(money, line.id) : '正在计算…') : `最多可退 ¥${line.refundable.toFixed(2)}`}
                  </span>
                }
                left={
                  <Check
                    label={line.storeName}
                    isOn={num > 0}
                    onTurn={() => set({ nums: { ...nums, [line.id]: num ? 0 : maxOf(line) } })}
                  />
                }
              />
              {num > 0 && maxOf(line) > 1 && (
                <div className={styles.num}>
                  退几件
                  <Stepper
                    label={`退${line.storeName}的件数`}
                    value={num}
                    max={maxOf(line)}
                    onChange={(value) => set({ nums: { ...nums, [line.id]: value } })}
                    onMost={() => toast(`最多退 ${maxOf(line)} 件`)}
                  />
                </div>
              )}
            </div>
          )
        })}
      </Card>
      {asked.length > 0 && <Quoted of={money} error={quote.error?.message} onRetry={quote.retry} />}
      <p className={styles.note}>退款原路退回，金额以商家审核为准。</p>
      <Card>
        <Options
          label="原因"
          of={reasons.map((each) => ({ key: each, title: each }))}
          chosen={reason}
          onChoose={(key) => set({ reason: key })}
        />
        <Area
          label="补充说明"
          placeholder="选填，说清楚处理更快"
          max={500}
          value={explain}
          onChange={(value) => set({ explain: value })}
        />
        <PhotoField label="凭证" urls={images} max={MAX_CASE_IMAGES} onChange={(urls) => set({ images: urls })} />
      </Card>
    </Screen>
  )
}

type Line = Claimable['lines'][number]

/** Everything at first, as most send all of it back. */
function firstOf({ lines }: Claimable): Typed {
  const serviceType = lines.some(({ maxNum }) => maxNum > 0) ? 0 : 1
  const nums = Object.fromEntries(lines.map((line) => [line.id, serviceType ? line.maxReturnNum : line.maxNum]))
  return { serviceType, nums, reason: '', explain: '', images: [] }
}

type Quote = RouteAnswer<typeof frontAfterSales.quote>

/** What the chosen units of a line bring back, and how that comes about. */
function backOf({ lines }: Quote, id: number): string {
  const line = lines.find(({ lineId }) => lineId === id)
  return line ? [`退 ¥${line.money.toFixed(2)}`, line.text].filter(Boolean).join('　') : ''
}

type QuotedGiven = {
  of: Quote | undefined
  error: string | undefined
  onRetry: () => void
}

/** What the chosen units bring back. */
function Quoted({ of: quote, error, onRetry }: QuotedGiven) {
  if (error)
    return (
      <Card>
        <Failed text={error} onRetry={onRetry} />
      </Card>
    )
  return (
    <Card>
      {quote && quote.postage > 0 && <SumRow name="运费" yuan={quote.postage} />}
      <SumRow name="退款金额" {...(quote ? { yuan: quote.total } : { text: '正在计算…' })} />
      {quote && quote.pointsBack > 0 && <SumRow name="退回积分" text={quote.pointsBack.toLocaleString('zh-CN')} />}
      {quote?.coupon && <SumRow name="优惠券" text={quote.coupon} />}
    </Card>
  )
}
