import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { type LineColumn, Lines } from '../../../../kit/detail/parts.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import styles from './order-detail.module.css'

type Line = OrderInfo['lines'][number]

/** What was bought: each line from its price over its shares to what is paid for it; columns of which nothing is told are left out. */
export function OrderLines({ info: { lines, totalNum } }: { info: OrderInfo }) {
  const sum = (pick: (line: Line) => number) => Math.round(lines.reduce((all, line) => all + pick(line) * 100, 0)) / 100
  const money = (title: string, pick: (line: Line) => number, width = 76): LineColumn<Line>[] => {
    const amount = (value: number) =>
      value ? <span className={value < 0 ? styles.less : undefined}>{moneyText(value, false)}</span> : '—'
    if (lines.every((line) => !pick(line))) return []
    return [{ title, width, align: 'right', render: (line) => amount(pick(line)), sum: amount(sum(pick)) }]
  }
  const shares = [
    ...money('优惠券', ({ couponShare }) => -couponShare, 72),
    ...money('积分', ({ integralShare }) => -integralShare, 68),
    ...money('改价', ({ adjustShare }) => adjustShare, 76),
  ]
  const sent = lines.reduce((all, { sentNum }) => all + sentNum, 0)
  const back = lines.some(({ refundNum, refundMoney }) => refundNum || refundMoney)
  const columns: LineColumn<Line>[] = [
    {
      title: '商品',
      width: 168,
      ellipsis: true,
      render: ({ image, storeName, sku, barCode }) => (
        <span className={styles.product}>
          <Picture src={image} alt={`「${storeName}」的图片`} thumb />
          <TwoLine top={storeName} below={[sku === '默认' ? '' : sku, barCode].filter(Boolean).join(' · ')} />
        </span>
      ),
    },
    {
      title: '成交价',
      width: 72,
      align: 'right',
      render: ({ unitPrice, price }) => (
        <TwoLine
          end
          top={moneyText(unitPrice, false)}
          below={price > unitPrice && <del>{moneyText(price, false)}</del>}
        />
      ),
    },
    { title: '数量', width: 50, align: 'right', render: ({ num }) => `×${num}`, sum: totalNum },
    // Price and number tell it, too: it makes room where several shares do.
    ...(shares.length > 1 ? [] : money('小计', ({ lineTotal }) => lineTotal)),
    ...shares,
    {
      title: '实付',
      width: 76,
      align: 'right',
      render: ({ payShare }) => <b>{moneyText(payShare, false)}</b>,
      sum: moneyText(
        sum(({ payShare }) => payShare),
        false,
      ),
    },
    {
      title: '已发',
      width: 60,
      align: 'right',
      render: ({ sentNum, num, cutNum }) => (num > cutNum ? `${sentNum} / ${num - cutNum}` : '—'),
      sum: `${sent} / ${totalNum - lines.reduce((all, { cutNum }) => all + cutNum, 0)}`,
    },
    ...(back
      ? [
          {
            title: '已退',
            width: 84,
            align: 'right' as const,
            render: ({ refundNum, refundMoney }: Line) =>
              refundNum || refundMoney ? (
                <TwoLine end top={moneyText(refundMoney, false)} below={refundNum > 0 && `${refundNum} 件`} />
              ) : (
                '—'
              ),
            sum: moneyText(
              sum(({ refundMoney }) => refundMoney),
              false,
            ),
          },
        ]
      : []),
  ]
  return <Lines rows={lines} columns={columns} />
}
