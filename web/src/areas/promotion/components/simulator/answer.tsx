import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { type LineColumn, Lines, Note } from '../../../../kit/detail/parts.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../../kit/text/labels.tsx'
import { Money, moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { differencesOf, storyOf } from '../../model/answer-look.ts'
import { buyerText, type Question } from '../../model/question.ts'
import { priceStoryOf, totalLabelOf } from '../../shared/price-trace/order-story.ts'
import { PriceTrace } from '../../shared/price-trace/price-trace.tsx'
import { specOf } from './basket.tsx'
import styles from './simulator.module.css'
import { termsOf } from './terms.ts'

type Props = {
  question: Question
  answer: Simulation
  /** The order the question came from. */
  order: OrderInfo | undefined
  onTry: (change: Partial<Question>) => void
}

/** What the basket costs and why, by rule and by line, and what each coupon of the customer would make of it. */
export function Answer({ question, answer, order, onTry }: Props) {
  return (
    <>
      <PriceSection answer={answer} order={order} onTry={onTry} />
      {answer.coupons.length > 0 && <CouponSection question={question} answer={answer} onTry={onTry} />}
      <LinesSection answer={answer} />
    </>
  )
}

function PriceSection({ answer, order, onTry }: Omit<Props, 'question'>) {
  const { quote, at, buyer } = answer
  return (
    <Section title="价格" count={buyerText(buyer)}>
      <div className={styles.notes}>
        {quote.problems.map(({ code, message, key }) => (
          <Note key={code + (key ?? '')} tone="alert">
            下不了单：{message}
          </Note>
        ))}
        {order && <Comparison quote={quote} order={order} />}
        <LowestPrice answer={answer} onTry={onTry} />
      </div>
      <div className={styles.prices} data-beside={order !== undefined}>
        <div className={styles.price}>
          {order && (
            <h3>
              试算
              <span>
                按 <When at={at} /> 的规则
              </span>
            </h3>
          )}
          <PriceTrace {...storyOf(quote)} total={{ label: '应付', value: quote.payFee }} open />
        </div>
        {order && <Kept order={order} />}
      </div>
    </Section>
  )
}

/** The least the basket can cost, and what has to be used for it. */
function LowestPrice({ answer: { quote, lowest }, onTry }: Pick<Props, 'answer' | 'onTry'>) {
  const { payFee, couponUserId, couponId, couponName, integral } = lowest
  const less = Math.round((quote.payFee - payFee) * 100) / 100
  if (less <= 0) return <Note tone="done">已经是最低价：换别的优惠券、再用积分都不会更低。</Note>
  const means = [
    couponName && `用优惠券「${couponName}」`,
    integral > 0 && `用 ${integral.toLocaleString('en-US')} 积分`,
  ]
  const handleTry = () =>
    onTry({
      couponUserId: couponUserId || undefined,
      couponId: couponUserId ? undefined : couponId || undefined,
      usePoints: integral > 0 || undefined,
    })
  return (
    <Note tone="wait" act={<Button onClick={handleTry}>试最低价</Button>}>
      最低能付到 <b>{moneyText(payFee)}</b>，比现在少 {moneyText(less)}：{means.filter(Boolean).join('，再')}。
    </Note>
  )
}

/** How the price of the order came about when it was made; folded on phones, where it would stand below the answer. */
function Kept({ order }: { order: OrderInfo }) {
  const phone = useIsPhone()
  const link = <Link to={`/order/detail/${order.id}`}>{shortNo(order.orderNo)}</Link>
  const total = { label: totalLabelOf(order), value: order.payPrice }
  const trace = <PriceTrace {...priceStoryOf(order)} total={total} />
  if (phone)
    return (
      <details className={styles.kept}>
        <summary>
          订单 {link} 下单时记下的明细 <b>{moneyText(order.payPrice)}</b>
        </summary>
        {trace}
      </details>
    )
  return (
    <div className={styles.price}>
      <h3>
        订单 {link}
        <span>下单时记下的</span>
      </h3>
      {trace}
    </div>
  )
}

/** Whether the order cost what the rules say, and if not, which step differs. */
function Comparison({ quote, order }: { quote: Simulation['quote']; order: OrderInfo }) {
  const { total, steps } = differencesOf(quote, order)
  if (!total && !steps.length) return <Note tone="done">和订单一致：{moneyText(order.payPrice)}，每一步都相同。</Note>
  const sum = total
    ? `试算 ${moneyText(quote.payFee)}，订单 ${moneyText(order.payPrice)}，订单${total > 0 ? '少' : '多'} ${moneyText(Math.abs(total))}。`
    : `应付相同：${moneyText(order.payPrice)}。`
  return (
    <Note tone="todo">
      {sum}
      {steps.map(({ label, now, was }) => ` ${label}：试算 ${moneyText(now)}，订单 ${moneyText(was)}。`).join('')}
    </Note>
  )
}

type QuotedLine = Simulation['quote']['lines'][number] & { id: number }

function LinesSection({ answer: { quote } }: Pick<Props, 'answer'>) {
  const rows = quote.lines.map((line) => ({ ...line, id: line.skuId }))
  const share = (title: string, of: (line: QuotedLine) => number, sum: number): LineColumn<QuotedLine> => ({
    title,
    width: 96,
    align: 'right',
    render: (line) => <Less value={of(line)} />,
    sum: <Less value={sum} />,
  })
  const columns: LineColumn<QuotedLine>[] = [
    { title: '商品', render: ({ storeName, sku }) => <TwoLine top={storeName} below={specOf(sku)} /> },
    {
      title: '成交价',
      width: 96,
      align: 'right',
      render: ({ unitPrice, price }) => (
        <Money value={unitPrice} sign={false} old={price > unitPrice ? price : undefined} />
      ),
    },
    { title: '数量', width: 64, align: 'right', render: ({ num }) => `×${num}`, sum: `×${totalOf(rows, 'num')}` },
    {
      title: '小计',
      width: 96,
      align: 'right',
      sum: moneyText(quote.proTotalFee),
      render: ({ lineTotal }) => moneyText(lineTotal, false),
    },
    share('优惠券', ({ couponShare }) => couponShare, quote.couponFee),
    share('积分', ({ integralShare }) => integralShare, quote.deductionPrice),
    {
      title: '应付',
      width: 104,
      align: 'right',
      sum: moneyText(totalOf(rows, 'payShare')),
      render: ({ payShare }) => <b>{moneyText(payShare, false)}</b>,
    },
  ]
  return (
    <Section title="按商品" count={quote.freightFee > 0 ? '不含运费' : undefined} flush>
      <Lines rows={rows} columns={columns} />
    </Section>
  )
}

/** What is taken off, in green; — for nothing. */
function Less({ value }: { value: number }) {
  return value > 0 ? <span className={styles.less}>{moneyText(-value, false)}</span> : '—'
}

const totalOf = (rows: readonly QuotedLine[], name: 'num' | 'payShare') =>
  rows.reduce((fen, row) => fen + Math.round(row[name] * 100), 0) / 100

type Ranked = Simulation['coupons'][number]

function CouponSection({ question, answer: { coupons, quote }, onTry }: Omit<Props, 'order'>) {
  const usable = coupons.filter(({ reason }) => !reason)
  const best = usable.toSorted((one, other) => one.payFee - other.payFee)[0]
  const isBest = ({ id, couponId }: Ranked) => id === best?.id && couponId === best.couponId
  const inUse = ({ id, couponId }: Ranked) =>
    id ? id === question.couponUserId : !question.couponUserId && couponId === question.couponId
  const columns: LineColumn<Ranked>[] = [
    {
      title: '优惠券',
      render: (row) => (
        <TwoLine
          top={
            <span className={styles.coupon}>
              {row.name}
              <Labels of={[isBest(row) ? '最优' : '', inUse(row) ? '正在用' : ''].filter(Boolean)} />
            </span>
          }
          below={termsOf(row)}
        />
      ),
    },
    { title: '到期', width: 110, render: ({ endTime }) => <When at={endTime} /> },
    { title: '可抵', width: 96, align: 'right', render: ({ discount }) => <Less value={discount} /> },
    {
      title: '用它应付',
      width: 170,
      align: 'right',
      render: ({ reason, payFee }) =>
        reason ? (
          <span className={styles.dim}>{reason}</span>
        ) : (
          <TwoLine end top={<b>{moneyText(payFee)}</b>} below={changeText(payFee - quote.payFee)} />
        ),
    },
    {
      title: '',
      acts: true,
      width: 80,
      align: 'right',
      render: (row) =>
        inUse(row) ? (
          <Button size="small" onClick={() => onTry({ couponUserId: undefined, couponId: undefined })}>
            不用
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={`试用「${row.name}」`}
            onClick={() => onTry(row.id ? { couponUserId: row.id, couponId: undefined } : { couponId: row.couponId })}
          >
            试用
          </Button>
        ),
    },
  ]
  return (
    <Section title="客户的优惠券" count={`${usable.length} / ${coupons.length} 张能用`} flush>
      <Lines rows={coupons} columns={columns} />
    </Section>
  )
}

/** What a coupon changes against the present answer. */
function changeText(yuan: number): string {
  const fen = Math.round(yuan * 100)
  return fen ? `比现在${fen < 0 ? '少' : '多'} ${moneyText(Math.abs(fen) / 100)}` : '和现在一样'
}
