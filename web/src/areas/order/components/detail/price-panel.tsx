import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { Link } from 'react-router'
import { Can } from '../../../../kit/access/can.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { priceStoryOf, totalLabelOf } from '../../../promotion/shared/price-trace/order-story.ts'
import { PriceTrace } from '../../../promotion/shared/price-trace/price-trace.tsx'

type PricePanelProps = {
  info: OrderInfo
  /** The step that is pointed out, by its label; '' for none. */
  at: string
  onClose: () => void
}

/** 优惠明细: how the price came about, step by step, by the rules of the moment the order was made. */
export default function PricePanel({ info, at, onClose }: PricePanelProps) {
  return (
    <SidePanel title={`优惠明细 · 订单 ${shortNo(info.orderNo)}`} width={520} onClose={onClose}>
      <PriceTrace {...priceStoryOf(info)} total={{ label: totalLabelOf(info), value: info.payPrice }} at={at} />
      <Can do={simulation.run}>
        <p>
          <Link to={`/marketing/simulate?order=${info.orderNo}`}>在价格试算中打开</Link>
        </p>
      </Can>
    </SidePanel>
  )
}
