import { useQuery } from '@tanstack/react-query'
import { type BrokerageRow, brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import { type PromoterRow, promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { type Withdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { commissionStatusLabels } from '@zhanggui/domain/distribution/commission.ts'
import { withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { ActButton, type MoreAction } from '../../../kit/list-page/row-actions.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { When } from '../../../kit/text/when.tsx'
import { accountText } from '../model/withdrawal-words.ts'
import styles from './finance.module.css'

/** So many movements of commission and earlier withdrawals are shown. */
const SHOWN = 8

type Props = { of: Withdrawal; acts: readonly (MoreAction | false)[]; onClose: () => void }

/** A withdrawal beside the list, to be looked at before the money leaves: who asks, what for, where the commission came from. */
export function WithdrawalPanel({ of, acts, onClose }: Props) {
  const { extractNo, status, uid, nickname, createTime, extractPrice, fee, payPrice, realName } = of
  const offered = acts.filter((act) => act !== false)
  const footer = offered.length > 0 && (
    <span className={styles.acts}>
      {offered.map((act, at) => (
        <ActButton key={act.label} of={act} ours={at === 0} />
      ))}
    </span>
  )
  return (
    <SidePanel title={`提现 ${moneyText(extractPrice)}`} width={640} onClose={onClose} footer={footer || undefined}>
      <div className={styles.stack}>
        <div className={styles.asked}>
          <StateTag of="withdrawal" value={withdrawalStatusLabels[status] as StateName<'withdrawal'>} big />
          <CustomerLink uid={uid} nickname={nickname} />
          <span className={styles.dim}>
            <When at={createTime} /> 申请，{extractNo}
          </span>
        </div>
        <Who of={of} />
        <Facts
          items={[
            { label: '收款', value: `${realName} ${accountText(of)}` },
            { label: '实付', value: fee ? `${moneyText(payPrice)}，手续费 ${moneyText(fee)}` : moneyText(payPrice) },
          ]}
        />
        <Movements uid={uid} />
        <Earlier of={of} />
      </div>
    </SidePanel>
  )
}

/** What the promoter earned in all, and what is to be seen at once before it is paid. */
function Who({ of: { uid, status, extractPrice, realName, brokeragePrice } }: { of: Withdrawal }) {
  const allowed = useCan(promoter.list)
  const { data } = useQuery({ ...read(promoter.list, { query: { uid, limit: 1 }, silent: true }), enabled: allowed })
  const who = data?.list[0]
  return (
    <>
      {who && (
        <FactStrip
          items={[
            {
              label: '累计佣金',
              value: moneyText(who.totalBrokeragePrice),
              below: `带来 ${who.spreadCount} 人，${who.spreadOrderNum} 单`,
            },
            { label: '已提现', value: moneyText(who.extractCountPrice), below: `${who.extractCountNum} 次` },
            { label: '冻结中', value: moneyText(who.freezeBrokeragePrice) },
            { label: '这次提走', value: moneyText(extractPrice), below: <Link to={pageOf(who)}>打开推广页</Link> },
          ]}
        />
      )}
      <ul className={styles.checks} aria-label="查一查">
        {who && <NameCheck payee={realName} known={who.realName} />}
        {(status === 0 || status === 2) && (
          <li data-tone={brokeragePrice < 0 ? 'alert' : 'done'}>
            {brokeragePrice < 0
              ? `账户欠佣金 ${moneyText(-brokeragePrice)}，不能通过，请驳回后让其重新申请`
              : `提走以后账户还剩佣金 ${moneyText(brokeragePrice)}`}
          </li>
        )}
      </ul>
    </>
  )
}

const pageOf = ({ uid }: PromoterRow) => `/distribution/promoter/${uid}`

function NameCheck({ payee, known }: { payee: string; known: string }) {
  if (!known) return <li data-tone="idle">没有登记真实姓名，收款人 {payee || '没有填'}</li>
  if (known === payee) return <li data-tone="done">收款人与登记的姓名一致：{known}</li>
  return (
    <li data-tone="todo">
      收款人 {payee || '没有填'}，登记的姓名是 {known}
    </li>
  )
}

/** 佣金从哪来: the latest movements of what the promoter has. */
function Movements({ uid }: { uid: number }) {
  const allowed = useCan(brokerage.list)
  const { data, error, refetch } = useQuery({
    ...read(brokerage.list, { query: { uid, limit: SHOWN }, silent: true }),
    enabled: allowed,
  })
  if (!allowed) return null
  return (
    <section aria-label="佣金从哪来" className={styles.rows}>
      <h3>
        佣金从哪来 <Link to={`/finance/brokerage?uid=${uid}`}>全部记录</Link>
      </h3>
      {!data && (error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />)}
      <ul>
        {data?.list.map((row) => (
          <li key={row.id}>
            <span>{row.title}</span>
            <span className={styles.dim}>{row.linkType === 'order' ? `订单 …${row.linkId.slice(-6)}` : row.mark}</span>
            <When at={row.createTime} />
            <StateTag of="commission" value={commissionStatusLabels[row.status]} />
            <b>
              <Money value={signOf(row)} sign={false} />
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const signOf = ({ type, price }: BrokerageRow) => (type === 1 ? price : -price)

/** 以前的提现 of the same promoter. */
function Earlier({ of: { id, uid } }: { of: Withdrawal }) {
  const { data } = useQuery(read(withdrawal.list, { query: { uid, limit: SHOWN }, silent: true }))
  const rows = data?.list.filter((row) => row.id !== id) ?? []
  return (
    <section aria-label="以前的提现" className={styles.rows}>
      <h3>
        以前的提现 <Link to={`/finance/extract?uid=${uid}`}>全部</Link>
      </h3>
      {data && rows.length === 0 && <p className={styles.dim}>第一次提现</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{accountText(row)}</span>
            <span className={styles.dim}>{row.failMsg}</span>
            <When at={row.createTime} />
            <StateTag of="withdrawal" value={withdrawalStatusLabels[row.status] as StateName<'withdrawal'>} />
            <b>{moneyText(row.extractPrice)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
