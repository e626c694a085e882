import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PauseCircleOutlined from '@ant-design/icons/es/icons/PauseCircleOutlined'
import { useQuery } from '@tanstack/react-query'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { dueOf } from '@zhanggui/domain/order/order-label.ts'
import { Button, Dropdown, Skeleton } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts, Note, Steps } from '../../../../kit/detail/parts.tsx'
import { ActButton, useActItems } from '../../../../kit/list-page/row-actions.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useAsked } from '../../../../kit/page/use-asked.ts'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../../kit/text/labels.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { amountText } from '../../../promotion/shared/price-trace/order-story.ts'
import { isIn, labelsOf, stateOf } from '../../model/order-look.ts'
import { stepsOf } from '../../model/order-steps.ts'
import { channelLabels, orderAddress } from '../../model/order-words.ts'
import { OrderNo, Remark } from '../order-cells.tsx'
import { OrderTags, TagsInPlace } from '../order-tags.tsx'
import { OrderTimeline } from '../timeline/order-timeline.tsx'
import { type ActName, actOf, nextOf, type OrderAct, useOrderActs } from '../use-order-acts.tsx'
import { CombineNote } from './combine-note.tsx'
import { CommissionCard } from './commission-card.tsx'
import { EditNote } from './edit-note.tsx'
import { InvoiceCard } from './invoice-card.tsx'
import { OrderCases } from './order-cases.tsx'
import styles from './order-detail.module.css'
import { OrderLines } from './order-lines.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { BuyerCard, MoneyCard, ReceiverCard } from './order-side.tsx'

/** How often an order is read again while money of it is on the way back. */
const POLL_MS = 5000

type Props = {
  id: number
  /** In a drawer: shows another order in its place. */
  onGo?: (id: number) => void
}

/** An order by its id: 订单详情 as a page, and beside the list as a drawer. */
export function OrderDetailOf({ id, onGo }: Props) {
  const { data, error, refetch } = useQuery({
    ...read(order.info, { query: { id }, silent: true }),
    refetchInterval: ({ state }) => (state.data?.refundStatus === 3 ? POLL_MS : false),
  })
  if (data) return <OrderDetail key={id} info={data} onGo={onGo} />
  return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 12 }} />
}

/** Acts that stand beside the next one where there is room, and those that stand on the page itself. */
const BESIDE: readonly ActName[] = ['print', 'refund']
const ON_PAGE: readonly ActName[] = ['log', 'remark', 'tags', 'address', 'edit', 'swap']

function OrderDetail({ info, onGo }: { info: OrderInfo; onGo: Props['onGo'] }) {
  const { actsOf, dialogs } = useOrderActs()
  const acts = actsOf(info, info.allow)
  const next = nextOf(info, acts)
  useAsked('act', (asked) => acts.find(({ name }) => name === asked)?.onClick())
  const phone = useIsPhone()
  const itemOf = useActItems()
  const aside = phone ? [] : acts.filter(({ name }) => name !== next?.name && BESIDE.includes(name))
  const items = acts
    .filter((act) => act.name !== next?.name && !aside.includes(act) && !ON_PAGE.includes(act.name))
    .map(({ name, ...act }) => ({ key: name, ...itemOf(act) }))
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
          below: dueOfHead(info),
          acts: (items.length > 0 || aside.length > 0 || next) && (
            <>
              {items.length > 0 && (
                <Dropdown trigger={['click']} menu={{ items }}>
                  <Button>更多</Button>
                </Dropdown>
              )}
              {aside.map((act) => (
                <ActButton key={act.name} of={act} />
              ))}
              {next && <ActButton of={next} type="primary" />}
            </>
          ),
        }}
        steps={<Steps items={stepsOf(info)} />}
        notes={<Notes info={info} send={actOf(acts, 'send')} />}
        side={
          <>
            <MoneyCard info={info} />
            <ReceiverCard info={info} edit={actOf(acts, 'address')} />
            <BuyerCard info={info} />
            <CommissionCard info={info} />
            <InvoiceCard info={info} />
            <Section title="来源">
              <Facts items={factsOf(info)} />
            </Section>
          </>
        }
      >
        <Section
          title="商品"
          count={amountText({ lineCount: info.lines.length, totalNum: info.totalNum })}
          flush
          acts={[actOf(acts, 'edit'), actOf(acts, 'swap')].map(
            (act) => act && <ActButton key={act.name} of={act} type="link" size="small" />,
          )}
        >
          <OrderLines info={info} />
          <OrderParcels info={info} />
        </Section>
        <OrderMoney info={info} />
        <OrderCases info={info} />
        <Section title="动态">
          <OrderTimeline orderNo={info.orderNo} version={info.version} mayComment={info.allow.comment} />
        </Section>
      </DetailPage>
      {dialogs}
    </>
  )
}

/** What is due, of whom, and until when. */
function dueOfHead(info: OrderInfo) {
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
function Notes({ info, send }: { info: OrderInfo; send: OrderAct | undefined }) {
  return (
    <>
      {info.mark && (
        <Note tone="todo" icon={<CommentOutlined aria-hidden />}>
          <small className={styles.label}>买家留言</small>
          {info.mark}
        </Note>
      )}
      {info.isEdited && <EditNote info={info} />}
      {send && labelsOf(info).includes('可合单') && <CombineNote orderNo={info.orderNo} send={send} />}
      {info.hold && (
        <Note tone="todo" icon={<PauseCircleOutlined aria-hidden />}>
          <small className={styles.label}>
            挂起{info.holdUntil ? `到 ${info.holdUntil} 早上` : '，到有人解除为止'}
          </small>
          {info.holdReason}
        </Note>
      )}
      {(info.remark || info.allow.mark || info.allow.tag || info.tagIds.length > 0) && (
        <Note tone="plain" icon={<EditOutlined aria-hidden />}>
          <small className={styles.label}>商家备注和标签，买家看不到</small>
          <span className={styles.notes}>
            <Remark of={info} />
            <span>{info.allow.tag ? <TagsInPlace of={info} /> : <OrderTags ids={info.tagIds} />}</span>
          </span>
        </Note>
      )}
    </>
  )
}

/** The team that the order is in, and whether it is complete. */
function TeamLink({ of: { pinkId, pinkStatus } }: { of: OrderInfo }) {
  const mayList = useCan(team.list)
  const name = `团 ${pinkId}`
  return (
    <>
      {mayList ? <Link to={`/marketing/combination/team/${pinkId}`}>{name}</Link> : name}
      {pinkStatus > 0 && `，${pinkWords[pinkStatus]}`}
    </>
  )
}

const pinkWords = ['', '等人参团', '已成团', '未成团']

/** The session that won the order its price. */
function SessionLink({ of: { bargainUserId } }: { of: OrderInfo }) {
  const mayList = useCan(bargainSession.list)
  const name = `砍价 ${bargainUserId}`
  return mayList ? <Link to={`/marketing/bargain/session/${bargainUserId}`}>{name}</Link> : name
}

/** Another order, found on the desk. */
const OrderLink = ({ orderNo }: { orderNo: string }) => (
  <Link className={styles.link} to={`/order/list?orderNo=${orderNo}`}>
    {shortNo(orderNo)}
  </Link>
)

function factsOf(info: OrderInfo) {
  return [
    { label: '渠道', value: channelLabels[info.channel] },
    { label: '订单类型', value: info.orderTypeText },
    { label: '拼团', value: info.pinkId > 0 && <TeamLink of={info} /> },
    { label: '砍价', value: info.bargainUserId > 0 && <SessionLink of={info} /> },
    { label: '补发自', value: info.fromOrderNo && <OrderLink orderNo={info.fromOrderNo} /> },
    {
      label: '补发订单',
      value: info.reships.length > 0 && info.reships.map((orderNo) => <OrderLink key={orderNo} orderNo={orderNo} />),
    },
    { label: '支付方式', value: info.cod && !info.paid ? '线下付款，待收' : info.payTypeStr },
    { label: '赠送积分', value: info.gainIntegral > 0 && info.gainIntegral.toLocaleString('en-US') },
    // Its end alone, until it was verified.
    { label: '核销码', value: info.verifyCode.length === 4 ? `…${info.verifyCode}` : info.verifyCode },
    { label: '下单时间', value: <When at={info.createTime} /> },
  ].map(({ label, value }) => ({ label, value: value || '' }))
}
