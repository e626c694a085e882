import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { commissionLevels, commissionStatusLabels } from '@zhanggui/domain/distribution/commission.ts'
import { Link } from 'react-router'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts, Lines, Note } from '../../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import styles from './order-detail.module.css'

/** 佣金明细: what each line earned on each level, by the rules of the moment the order was paid. */
export function CommissionPanel({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const { commission = [], commissionNote, payPostage, lines } = info
  const [first, second] = [1, 2].map((level) => commission.find((one) => one.level === level))
  const earned = new Map(
    commission.map((one) => [one.level, new Map(one.lines.map(({ lineId, price }) => [lineId, price]))]),
  )
  const of = (level: 1 | 2, id: number) => earned.get(level)?.get(id) ?? 0
  const total = (level: 1 | 2) => commission.find((one) => one.level === level)?.originPrice ?? 0
  const text = (fen: number) => (fen ? moneyText(fen) : '—')
  return (
    <SidePanel title={`佣金明细 · 订单 ${shortNo(info.orderNo)}`} width={680} onClose={onClose}>
      <div className={styles.panel}>
        <Note tone="plain">
          按付款那一刻的规则计算，
          {[first, second]
            .filter((one) => one !== undefined)
            .map(
              (one) =>
                `${one.promoter || `用户 ${one.uid}`}得${commissionLevels[one.level]}佣金 ${moneyText(one.originPrice)}`,
            )
            .join('，')}
          。{payPostage > 0 && `运费 ${moneyText(payPostage)} 不算佣金。`}
          {commissionNote}
        </Note>
        <div className={styles.levels}>
          {commission.map((one) => (
            <Section
              key={one.level}
              title={`${commissionLevels[one.level]} · ${one.level === 1 ? '买家的上级' : '上级的上级'}`}
              acts={<StateTag of="commission" value={commissionStatusLabels[one.status]} />}
            >
              <Facts
                items={[
                  {
                    label: '推广员',
                    value: <Link to={`/distribution/promoter/${one.uid}`}>{one.promoter || `用户 ${one.uid}`}</Link>,
                  },
                  { label: '现有佣金', value: <b>{moneyText(one.price)}</b> },
                  {
                    label: '退款减少',
                    value:
                      one.originPrice > one.price && moneyText(Math.round((one.originPrice - one.price) * 100) / 100),
                  },
                  { label: '到账后扣回', value: one.takenBack > 0 && moneyText(one.takenBack) },
                  { label: '解冻时间', value: one.thawTime },
                ].map(({ label, value }) => ({ label, value: value || '' }))}
              />
            </Section>
          ))}
        </div>
        <Section title="每件商品" flush>
          <Lines
            rows={lines}
            columns={[
              { title: '商品', render: (line) => <TwoLine top={line.storeName} below={`${line.sku} ×${line.num}`} /> },
              {
                title: '实付',
                width: 100,
                align: 'right',
                render: ({ payShare }) => moneyText(payShare),
                sum: moneyText(lines.reduce((sum, { payShare }) => sum + Math.round(payShare * 100), 0) / 100),
              },
              {
                title: '一级佣金',
                width: 100,
                align: 'right',
                render: ({ id }) => text(of(1, id)),
                sum: text(total(1)),
              },
              {
                title: '二级佣金',
                width: 100,
                align: 'right',
                render: ({ id }) => text(of(2, id)),
                sum: text(total(2)),
              },
            ]}
          />
        </Section>
      </div>
    </SidePanel>
  )
}
