import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { useQuery } from '@tanstack/react-query'
import { type OrderInfo, order } from '@zhanggui/contract/order/order.ts'
import { Button, Dropdown, Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts, Note, Steps } from '../../../../kit/detail/parts.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { Labels } from '../../../../kit/text/labels.tsx'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { amountText, dueOf, isIn, labelsOf, stateOf } from '../../model/order-look.ts'
import { stepsOf } from '../../model/order-steps.ts'
import { channelLabels, orderAddress } from '../../model/order-words.ts'
import { OrderNo, Remark } from '../order-cells.tsx'
import { nextOf, useOrderActs } from '../use-order-acts.tsx'
import styles from './order-detail.module.css'
import { OrderLines } from './order-lines.tsx'
import { OrderLog } from './order-log.tsx'
import { OrderMoney } from './order-money.tsx'
import { BuyerCard, MoneyCard, ReceiverCard } from './order-side.tsx'

type Props = {
  id: number
  /** In a drawer: shows another order in its place. */
  onGo?: (id: number) => void
}

/** An order by its id: 订单详情 as a page, and beside the list as a drawer. */
export function OrderDetailOf({ id, onGo }: Props) {
  const { data, error, refetch } = useQuery(read(order.info, { query: { id }, silent: true }))
  if (data) return <OrderDetail key={id} info={data} onGo={onGo} />
  return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 12 }} />
}

function OrderDetail({ info, onGo }: { info: OrderInfo; onGo: Props['onGo'] }) {
  const { can, actsOf, dialogs } = useOrderActs()
  const acts = actsOf(info, info.allow)
  const next = nextOf(info, acts)
  const others = [acts.price, acts.paid, acts.close, acts.remove].filter((act) => act && act.label !== next?.label)
  const items = others.flatMap((act) => (act ? [{ key: act.label, ...act }] : []))
  return (
    <>
      <DetailPage
        fixed
        {...(onGo
          ? { beside: { address: orderAddress(info.id), onGo: (address) => onGo(Number(address.split('/').at(-1))) } }
          : { back: { to: '/order/list', title: '订单管理' } })}
        head={{
          title: <StateTag of="order" value={stateOf(info)} big />,
          beside: (
            <>
              <OrderNo of={info.orderNo} />
              <Labels of={labelsOf(info)} max={4} />
              <span className={styles.kind}>
                {channelLabels[info.channel]} · {info.orderTypeText}
              </span>
            </>
          ),
          below: <Due info={info} />,
          acts: (items.length > 0 || next) && (
            <>
              {items.length > 0 && (
                <Dropdown trigger={['click']} menu={{ items }}>
                  <Button>更多</Button>
                </Dropdown>
              )}
              {next && (
                <Button type="primary" onClick={next.onClick}>
                  {next.label}
                </Button>
              )}
            </>
          ),
        }}
        steps={<Steps items={stepsOf(info)} />}
        notes={<Notes info={info} />}
        side={
          <>
            <MoneyCard info={info} />
            <ReceiverCard info={info} edit={acts.address || undefined} />
            <BuyerCard info={info} />
            <Section title="来源">
              <Facts items={factsOf(info)} />
            </Section>
          </>
        }
      >
        <Section title="商品" count={amountText({ lineCount: info.lines.length, totalNum: info.totalNum })} flush>
          <OrderLines info={info} />
        </Section>
        <OrderMoney info={info} />
        {can(order.log) && (
          <Section title="动态">
            <OrderLog orderNo={info.orderNo} version={info.version} />
          </Section>
        )}
      </DetailPage>
      {dialogs}
    </>
  )
}

/** What is due, of whom, and until when. */
function Due({ info }: { info: OrderInfo }) {
  const due = dueOf(info)
  if (isIn(info, 'cancelled') && info.closeReason) return <span>关闭原因：{info.closeReason}</span>
  if (!due) return null
  return (
    <span>
      {isIn(info, 'unPaid') ? '等买家付款，请在 ' : '请在 '}
      <b>{due.slice(5, 16)}</b> {isIn(info, 'unPaid') ? '前付完，' : '前发货，'}
      <When at={due} kind="deadline" />
    </span>
  )
}

/** The buyer's words, always on orange, and what the shop keeps of the order, written in place. */
function Notes({ info }: { info: OrderInfo }) {
  return (
    <>
      {info.mark && (
        <Note tone="todo" icon={<CommentOutlined aria-hidden />}>
          <small className={styles.label}>买家留言</small>
          {info.mark}
        </Note>
      )}
      {(info.remark || info.allow.mark) && (
        <Note tone="plain" icon={<EditOutlined aria-hidden />}>
          <small className={styles.label}>商家备注，买家看不到</small>
          <Remark of={info} />
        </Note>
      )}
    </>
  )
}

function factsOf(info: OrderInfo) {
  return [
    { label: '渠道', value: channelLabels[info.channel] },
    { label: '订单类型', value: info.orderTypeText },
    { label: '支付方式', value: info.cod && !info.paid ? '线下付款，待收' : info.payTypeStr },
    { label: '赠送积分', value: info.gainIntegral > 0 && info.gainIntegral.toLocaleString('en-US') },
    { label: '核销码', value: info.verifyCode },
    { label: '下单时间', value: <When at={info.createTime} /> },
  ].map(({ label, value }) => ({ label, value: value || '' }))
}
