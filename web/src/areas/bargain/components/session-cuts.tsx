import { useQuery } from '@tanstack/react-query'
import { type BargainHelp, type BargainSession, bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { Skeleton } from 'antd'
import { read } from '../../../api/read.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import type { Figure } from '../../../kit/detail/fact-strip.tsx'
import { Lines } from '../../../kit/detail/parts.tsx'
import { Face } from '../../../kit/media/face.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { When } from '../../../kit/text/when.tsx'
import { cutsText, missingText } from '../model/session-words.ts'
import styles from './bargain.module.css'
import { CutLines } from './cut-lines.tsx'

const PAGE = 50

/** Its price, its cuts and how long it has. */
export function figuresOf(of: BargainSession): Figure[] {
  const { nowPrice, cutPrice, cutNum, leftNum, minPrice, status, stopTime, orderDeadline, isCancelled } = of
  return [
    { label: '当前价', value: <Money value={nowPrice} />, below: missingText(of) },
    { label: '已砍', value: `${cutsText(of)} 刀`, below: `砍掉 ${moneyText(cutPrice)}` },
    {
      label: '平均一刀',
      value: cutNum > 0 ? <Money value={shareOf(cutPrice, cutNum)} /> : '—',
      below: status === 1 && leftNum > 0 && `后面每刀约 ${moneyText(shareOf(nowPrice - minPrice, leftNum))}`,
    },
    status === 3 && orderDeadline && !of.hasOrder
      ? { label: '最晚下单', value: <When at={orderDeadline} kind="deadline" />, below: <When at={orderDeadline} /> }
      : {
          label: status === 1 ? '离结束' : isCancelled ? '原定结束' : '结束时间',
          value: <When at={stopTime} kind={status === 1 ? 'deadline' : 'past'} />,
          below: status === 1 && <When at={stopTime} />,
        },
  ]
}

/** To the fen. */
const shareOf = (yuan: number, parts: number) => Math.round(Math.round(yuan * 100) / parts) / 100

/** The cuts of a session, one by one, and who made them. @param of undefined of one that the list beside it does not hold */
export function SessionCuts({ id, of }: { id: number; of: BargainSession | undefined }) {
  const { data, error, refetch } = useQuery(read(bargainSession.helps, { params: { id }, silent: true }))
  if (!data) return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />
  const hidden = of ? of.cutNum - data.length : 0
  const left = of && isWhole(data, of) ? pricesOf(of.price, data) : undefined
  return (
    <>
      {of && left && data.length > 0 && (
        <Section title="一刀一刀" count={`每刀随机，合计一定正好 ${moneyText(of.price - of.minPrice)}`}>
          <CutLines
            label={`${data.length} 刀把价格从 ${moneyText(of.price)} 砍到 ${moneyText(of.nowPrice)}，最低价 ${moneyText(of.minPrice)}`}
            people={of.peopleNum}
            lowest={of.minPrice}
            runs={[left]}
            table={{
              columns: ['第几刀', '砍掉', '砍后'],
              rows: left.slice(1).map((price, at) => ({
                key: at,
                cells: [`${at + 1} 刀`, moneyText((left[at] ?? price) - price), moneyText(price)],
              })),
            }}
          />
        </Section>
      )}
      <Section title="谁砍了" count={countOf(data, of, hidden)} flush>
        <Lines
          rows={data}
          pageSize={PAGE}
          empty={hidden > 0 ? '没有所属门店的客户' : '还没有人砍'}
          columns={[
            {
              title: '用户名称',
              render: ({ uid, nickname, avatar, isNew }) => (
                <span className={styles.buyer}>
                  <Face user={{ id: uid, nickname, realName: '', avatar }} size={28} />
                  <CustomerLink uid={uid} nickname={nickname} />
                  {uid === of?.uid && <span className={styles.dim}>自己</span>}
                  {isNew && uid !== of?.uid && <Labels of={['新客']} />}
                </span>
              ),
            },
            { title: '用户id', width: 96, render: ({ uid }) => uid },
            { title: '砍价金额', width: 104, align: 'end', render: ({ price }) => <Money value={price} /> },
            ...(left
              ? [
                  {
                    title: '砍后',
                    width: 104,
                    align: 'end' as const,
                    render: ({ id: cut }: BargainHelp) => <Money value={left[cut] ?? null} />,
                  },
                ]
              : []),
            { title: '砍价时间', width: 116, render: ({ createTime }) => <When at={createTime} /> },
          ]}
        />
      </Section>
    </>
  )
}

/** How many are shown, how many are not, and how many of them the session brought. */
function countOf(helps: readonly BargainHelp[], of: BargainSession | undefined, hidden: number): string {
  const came = helps.filter(({ isNew, uid }) => isNew && uid !== of?.uid).length
  const others = hidden > 0 ? `，另有 ${hidden} 人不是所属门店的客户` : ''
  return `${helps.length} 人${others}${came ? `，带来 ${came} 位新客` : ''}`
}

/** Whether all cuts are shown: accounts limited to stores see those of their customers. */
const isWhole = (helps: readonly BargainHelp[], { cutNum }: BargainSession): boolean =>
  helps.length >= cutNum && helps.every(({ id }) => id <= helps.length)

/** The price before any cut, and after each. @param helps numbered from 1, in any order */
function pricesOf(price: number, helps: readonly BargainHelp[]): number[] {
  const cuts = helps.toSorted((one, other) => one.id - other.id)
  let fen = Math.round(price * 100)
  return [
    price,
    ...cuts.map((cut) => {
      fen -= Math.round(cut.price * 100)
      return fen / 100
    }),
  ]
}
