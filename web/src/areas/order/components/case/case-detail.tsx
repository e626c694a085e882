import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { useQuery } from '@tanstack/react-query'
import { afterSales, type SalesInfo, type SalesStep } from '@zhanggui/contract/order/after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { judgeCaseActs } from '@zhanggui/domain/order/after-sales.ts'
import { Button, Image, Skeleton, Tag } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts, type LineColumn, Lines, Note, Steps } from '../../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { CopyText } from '../../../../kit/feedback/copy-text.tsx'
import { ActButton } from '../../../../kit/list-page/row-actions.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { caseStateOf, caseStepsOf, serviceText } from '../../model/case-look.ts'
import { buyerName, orderAddress } from '../../model/order-words.ts'
import { OrderNo } from '../order-cells.tsx'
import styles from './case.module.css'
import { SumOf } from './case-sum.tsx'
import { nextCaseAct, useCaseActs } from './use-case-acts.tsx'

/** How often a case is read again while its money is on the way. */
const POLL_MS = 5000

type PanelProps = { id: number; look: (id: number | undefined, replace?: boolean) => void }

/** 售后单 beside the list: look, judge, and return. */
export function CasePanel({ id, look }: PanelProps) {
  return (
    <SidePanel title="售后单" width={1000} onClose={() => look(undefined)}>
      <CaseDetailOf id={id} onGo={(next) => look(next, true)} />
    </SidePanel>
  )
}

/** A case by its id. */
function CaseDetailOf({ id, onGo }: { id: number; onGo: (id: number) => void }) {
  const { data, error, refetch } = useQuery({
    ...read(afterSales.info, { query: { id }, silent: true }),
    refetchInterval: ({ state }) => (state.data?.refund?.state === 0 ? POLL_MS : false),
  })
  if (data) return <CaseDetail key={id} info={data} onGo={onGo} />
  return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 12 }} />
}

function CaseDetail({ info, onGo }: { info: SalesInfo; onGo: (id: number) => void }) {
  const { actsOf, dialogs } = useCaseActs()
  const acts = actsOf(info, info.allow)
  const next = nextCaseAct(acts)
  return (
    <>
      <DetailPage
        fixed
        head={{
          title: <StateTag of="refund" value={caseStateOf(info)} big />,
          beside: (
            <>
              <OrderNo of={info.salesNo} what="售后单号" />
              <span className={styles.dim}>
                {serviceText(info)} · {moneyText(info.refundAmount)}
              </span>
            </>
          ),
          below: <Due info={info} />,
          acts: (acts.refuse || next) && (
            <>
              {acts.refuse && <ActButton of={acts.refuse} danger />}
              {next && <ActButton of={next} type="primary" />}
            </>
          ),
        }}
        steps={<Steps items={caseStepsOf(info)} />}
        notes={<Notes info={info} />}
        side={<Side info={info} onGo={onGo} />}
      >
        <Section title="售后商品" count={`${info.lines.reduce((sum, { askedNum }) => sum + askedNum, 0)} 件`} flush>
          <Goods info={info} />
        </Section>
        {info.sum && (
          <Section title="退款计算">
            <SumOf sum={info.sum} info={info} />
          </Section>
        )}
        <Section title="协商经过">
          <Talk log={info.log} />
        </Section>
        {info.expressNo && <Return info={info} />}
      </DetailPage>
      {dialogs}
    </>
  )
}

/** What is due, of whom, and until when. */
function Due({ info }: { info: SalesInfo }) {
  const missing = missingRightOf(info)
  if (!info.deadline && !missing) return info.refuseReason ? <span>拒绝原因：{info.refuseReason}</span> : null
  return (
    <>
      {info.deadline && <Deadline info={info} deadline={info.deadline} />}
      {missing && <span>{missing}</span>}
    </>
  )
}

/** Who goes on with a case with which the caller may not. */
function missingRightOf(info: SalesInfo): string {
  const waits = judgeCaseActs(info, info.order, () => true)
  if (waits.receive && !info.allow.receive) return '收货要由有「收到退货」权限的人确认'
  const isPaid = (waits.approve && !info.allow.approve) || (waits.pay && !info.allow.pay)
  return isPaid ? '同意和退款要由有「退款」权限的人处理' : ''
}

function Deadline({ info, deadline }: { info: SalesInfo; deadline: string }) {
  return (
    <span>
      {info.tab === 'waitReturn' ? '等买家寄回，请在 ' : '请在 '}
      <b>{deadline.slice(5, 16)}</b> {info.tab === 'waitReturn' ? '前寄出，' : '前处理，'}
      <When at={deadline} kind="deadline" />
    </span>
  )
}

/** What is to be known before judging: the buyer's words, how far the goods are, and whether they were packed. */
function Notes({ info }: { info: SalesInfo }) {
  const { order: of } = info
  return (
    <>
      <Note tone="todo">
        <b>{info.reason}</b>
        {info.explain && `：${info.explain}`}
        <Pictures of={info.images} what="凭证图片" />
      </Note>
      <Note tone="plain" icon={of.printTime ? <PrinterOutlined aria-hidden /> : undefined}>
        {of.stage}
        {of.printTime ? '，已打印配货' : of.stage === '发货前' ? '，还没有打印' : ''}
      </Note>
      {info.refund?.state === 2 && <Note tone="alert">退款未完成：{info.refund.failMsg}</Note>}
      {info.refund?.state === 1 && info.refundText && <Note tone="plain">退款计算：{info.refundText}</Note>}
    </>
  )
}

type Line = SalesInfo['lines'][number] & { id: number }

const columns: readonly LineColumn<Line>[] = [
  {
    title: '商品',
    width: 220,
    render: ({ image, storeName, sku, ensures }) => (
      <>
        <span className={styles.product}>
          <Picture src={image} alt={`「${storeName}」的图片`} thumb />
          <TwoLine top={storeName} below={sku === '默认' ? '' : sku} />
        </span>
        {ensures.length > 0 && (
          <span className={styles.promises}>
            {ensures.map((promise) => (
              <Tag key={promise}>{promise}</Tag>
            ))}
          </span>
        )}
      </>
    ),
  },
  { title: '申请', width: 72, align: 'right', render: ({ askedNum }) => `${askedNum} 件` },
  { title: '购买', width: 72, align: 'right', render: ({ num }) => `${num} 件` },
  { title: '已发', width: 72, align: 'right', render: ({ sentNum }) => `${sentNum} 件` },
  { title: '实付', width: 90, align: 'right', render: ({ payShare }) => moneyText(payShare) },
  { title: '应退', width: 90, align: 'right', render: ({ money }) => <b>{moneyText(money)}</b> },
]

function Goods({ info }: { info: SalesInfo }) {
  return <Lines rows={info.lines} columns={columns} />
}

/** What was said and done, as a conversation: the buyer at the left, the shop at the right. */
function Talk({ log }: { log: readonly SalesStep[] }) {
  return (
    <ol className={styles.talk}>
      {log.map(({ id, operatorType, operatorName, message, images, createTime }) => (
        <li key={id} data-by={operatorType}>
          <span className={styles.who}>
            {operatorType === 'buyer' ? `买家 ${operatorName}` : operatorType === 'admin' ? operatorName : '系统'}
            <When at={createTime} />
          </span>
          <span className={styles.said}>{message}</span>
          <Pictures of={images} what="图片" />
        </li>
      ))}
    </ol>
  )
}

function Pictures({ of, what }: { of: readonly string[]; what: string }) {
  if (!of.length) return null
  return (
    <Image.PreviewGroup>
      <div className={styles.pictures}>
        {of.map((src, index) => (
          <Picture key={src} src={src} alt={`${what} ${index + 1}`} size={64} />
        ))}
      </div>
    </Image.PreviewGroup>
  )
}

/** The parcel on its way back. */
function Return({ info }: { info: SalesInfo }) {
  return (
    <Section title="退货物流" count={info.expressName}>
      <Facts
        items={[
          { label: '快递单号', value: <CopyText text={info.expressNo} /> },
          { label: '寄出时间', value: info.deliveryTime && <When at={info.deliveryTime} /> },
          { label: '寄往', value: [info.consignee, info.phone, info.address].filter(Boolean).join(' ') },
          { label: '收货情况', value: info.received ? (info.received === 1 ? '商品完好' : '有差异') : '' },
          { label: '验货说明', value: info.inspectMark },
        ]}
      />
      <Pictures of={info.inspectImages} what="验货图片" />
      {info.trace.length > 0 && (
        <ul className={styles.trace}>
          {info.trace.map(({ time, status }) => (
            <li key={time + status}>
              <small>{time}</small>
              {status}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Side({ info, onGo }: { info: SalesInfo; onGo: (id: number) => void }) {
  const { order: of } = info
  const mayLook = useCan(order.info)
  return (
    <>
      <Section title="订单" acts={mayLook && <Link to={orderAddress(info.orderId)}>打开订单</Link>}>
        <Facts
          items={[
            { label: '订单号', value: <OrderNo of={info.orderNo} /> },
            { label: '订单状态', value: of.statusStr.value },
            { label: '进度', value: of.stage },
            { label: '实付', value: moneyText(of.payPrice) },
            { label: '其中运费', value: of.payPostage > 0 ? moneyText(of.payPostage) : '' },
            { label: '已退', value: of.refundPrice > 0 ? moneyText(of.refundPrice) : '' },
            { label: '支付方式', value: of.payTypeStr },
            { label: '自提门店', value: of.storeName },
            { label: '付款时间', value: of.payTime && <When at={of.payTime} /> },
            { label: '发货时间', value: of.shipTime && <When at={of.shipTime} /> },
            { label: '收货时间', value: of.receiveTime && <When at={of.receiveTime} /> },
            { label: '商家备注', value: of.remark },
          ]}
        />
      </Section>
      <Section
        title={`${buyerName(info)}的其他售后`}
        count={info.others.length ? `${info.others.length} 单` : undefined}
      >
        {info.others.length ? (
          <ul className={styles.others}>
            {info.others.map((other) => (
              <li key={other.id}>
                <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onGo(other.id)}>
                  {shortNo(other.salesNo)}
                </Button>
                <span>{other.reason}</span>
                <span className={styles.dim}>{other.stateStr}</span>
                <b>{moneyText(other.refundAmount)}</b>
              </li>
            ))}
          </ul>
        ) : (
          <span className={styles.dim}>没有其他售后</span>
        )}
      </Section>
    </>
  )
}
