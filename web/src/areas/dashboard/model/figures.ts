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

/** Today's figures: growth over as many whole hours of yesterday, the whole days below. */
export function figureTiles(
  of: HomeFigures,
): (Omit<MetricTileProps, 'below'> & { key: string; below: readonly string[] })[] {
  const weekDay = `上${weekDays.format(new Date(`${of.weekDay}T00:00:00+08:00`))}`
  return metrics.map(({ key, title, definition, text }) => ({
    ...{ key, title, value: text(of.today[key]) },
    definition: of.untilHour ? `${definition}。箭头是 0 点到 ${of.untilHour} 点和昨天同一时段相比` : definition,
    growth: of.yesterdayGrowth[key],
    below: [`昨天 ${text(of.yesterday[key])}`, `${weekDay} ${text(of.weekBefore[key])}`],
  }))
}

/** What the head of the page says of today; undefined where there is nothing to compare yet. */
export function daySentence({ today, yesterdayGrowth: { sales }, untilHour }: HomeFigures): string {
  const sold = `今天卖了 ${moneyText(today.sales)}`
  if (sales === null) return sold
  const more = sales === 0 ? '和昨天一样' : `比昨天${sales > 0 ? '多' : '少'} ${Math.abs(sales)}%`
  return `${sold}，到 ${untilHour} 点${more}`
}

/** The sentence that the chart tells. */
export function trendSentence({ today, yesterday }: HomeFigures): string {
  return `今天到现在累计销售额 ${moneyText(today.sales)}，昨天全天 ${moneyText(yesterday.sales)}`
}
