import type { DayFigures, HomeFigures } from '@zhanggui/contract/dashboard/home.ts'
import type { MetricTileProps } from '../../../kit/figures/metric-tile.tsx'
import { moneyText } from '../../../kit/text/money.tsx'

type Metric = { key: keyof DayFigures; title: string; definition: string; text: (value: number) => string }

const count = (value: number) => value.toLocaleString('en-US')
const metrics: readonly Metric[] = [
  { key: 'sales', title: '销售额', definition: '今天付款的金额，退款不减', text: moneyText },
  { key: 'orders', title: '支付订单', definition: '今天付款的订单数', text: count },
  { key: 'refunds', title: '退款金额', definition: '今天退成的金额，不管是哪天的订单', text: moneyText },
  { key: 'net', title: '成交金额', definition: '销售额减去退款金额', text: moneyText },
]

const weekDays = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', weekday: 'short' })

/** Today's figures, with their growth over the hours that are whole on both days, and the whole days below. */
export function figureTiles(
  of: HomeFigures,
): (Omit<MetricTileProps, 'below'> & { key: string; below: readonly string[] })[] {
  const weekDay = `上${weekDays.format(new Date(`${of.weekDay}T00:00:00+08:00`))}`
  return metrics.map(({ key, title, definition, text }) => {
    const [today, yesterday, weekBefore] = [of.todayUntil[key], of.yesterdayUntil[key], of.weekBeforeUntil[key]]
    const isCompared = of.untilHour > 0 && (today !== 0 || yesterday !== 0)
    return {
      key,
      title,
      value: text(of.today[key]),
      definition: isCompared
        ? `${definition}。${hoursText(of)}：今天 ${text(today)}，昨天 ${text(yesterday)}，${weekDay} ${text(weekBefore)}`
        : definition,
      ...(isCompared && { growth: of.yesterdayGrowth[key], compared: `${hoursText(of)}比昨天` }),
      below: [`昨天全天 ${text(of.yesterday[key])}`, `${weekDay}全天 ${text(of.weekBefore[key])}`],
    }
  })
}

/** The hours that are compared. */
const hoursText = ({ untilHour }: HomeFigures) => `0–${untilHour} 点`

/** What the head of the page says of today. */
export function daySentence(of: HomeFigures): string {
  const { sales } = of.yesterdayGrowth
  const sold = `今天卖了 ${moneyText(of.today.sales)}`
  if (sales === null) return sold
  const more = sales === 0 ? '和昨天一样' : `比昨天${sales > 0 ? '多' : '少'} ${Math.abs(sales)}%`
  return `${sold}，${hoursText(of)}${more}`
}

/** The sentence that the chart tells. */
export function trendSentence({ today, yesterday }: HomeFigures): string {
  return `今天到现在累计销售额 ${moneyText(today.sales)}，昨天全天 ${moneyText(yesterday.sales)}`
}
