import { type BargainSession, bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { sessionStatuses, sessionStatusWords } from '@zhanggui/domain/promotion/bargain-session.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { Progress } from '../../../kit/chart/bars.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { type Act, ActButton, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useTabbedList } from '../../../kit/list-page/use-tabbed-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useLooking } from '../../../kit/page/use-looking.ts'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/bargain.module.css'
import { OrderLink } from '../components/order-link.tsx'
import { SessionPanel } from '../components/session-panel.tsx'
import { sessionAddress } from '../model/bargain-words.ts'
import { cutsText, missingText, ownerOf, sessionState, sessionStory } from '../model/session-words.ts'

const tabs = [
  { key: 'all', label: '全部' } as const,
  ...([1, 3, 2] as const).map((key) => ({ key, label: sessionStatusWords[key] })),
]

/** 砍价列表: the sessions of all bargains. */
export default function BargainRecordListPage() {
  const list = useTabbedList(bargainSession.list, { status: sessionStatuses })
  const phone = useIsPhone()
  const [looking, look] = useLooking()
  const mayLook = useCan(bargainSession.helps)
  const lookOf = ({ id }: BargainSession): Act | false =>
    mayLook && { label: '查看详情', reads: true, onClick: () => look(id) }
  return (
    <>
      <ListPage
        list={list}
        unit="个"
        chosenId={looking}
        look={mayLook ? ({ id }) => look(id) : undefined}
        address={({ id }) => sessionAddress(id)}
        nameOf={({ id }) => `砍价 ${id}`}
        header={<StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />}
        filters={[
          { name: 'keywords', label: '用户/商品' },
          { name: 'dateLimit', label: '开启时间', control: <DateRange /> },
          { name: 'bargainId', label: '砍价商品', hidden: true, text: String },
          { name: 'uid', label: '发起用户', hidden: true, text: String },
        ]}
        exports={bargainSession.download}
        empty="还没有人发起砍价"
        purpose="买家发起的砍价都在这里，砍到多少、还差几刀、下没下单"
        columns={[
          { name: 'id', title: 'ID', width: 72, low: true },
          {
            name: 'nickname',
            title: '发起用户',
            minWidth: 140,
            render: ({ uid, nickname, avatar, ...row }) => (
              <span className={styles.buyer}>
                <Face user={{ id: uid, nickname, realName: '', avatar }} size={28} />
                <TwoLine top={ownerOf({ uid, nickname, avatar, ...row })} below={`UID ${uid}`} />
              </span>
            ),
            says: ownerOf,
          },
          { name: 'createTime', title: '开启时间', width: 112 },
          {
            name: 'title',
            title: '砍价商品',
            minWidth: 160,
            render: ({ image, title, bargainId }) => (
              <span className={styles.buyer}>
                <Picture src={image} alt={title} size={34} />
                <TwoLine top={title} below={`编号 ${bargainId}`} />
              </span>
            ),
            says: ({ title }) => title,
          },
          {
            name: 'minPrice',
            title: '最低价',
            width: 96,
            align: 'right',
            render: ({ minPrice, price }) => <Money value={minPrice} old={price} />,
            says: ({ minPrice }) => String(minPrice),
          },
          {
            name: 'nowPrice',
            title: '当前价',
            width: 116,
            align: 'right',
            render: (row) => <TwoLine end top={<Money value={row.nowPrice} />} below={missingText(row)} />,
            says: ({ nowPrice }) => String(nowPrice),
          },
          {
            name: 'peopleNum',
            title: '总砍价次数',
            width: 104,
            render: (row) => <Cuts of={row} />,
            says: cutsText,
          },
          { name: 'leftNum', title: '剩余砍价次数', width: 96, align: 'right', low: true },
          {
            name: 'stopTime',
            title: '结束时间',
            width: 124,
            render: ({ status, stopTime }) => <When at={stopTime} kind={status === 1 ? 'deadline' : 'past'} />,
          },
          {
            name: 'status',
            title: '砍价状态',
            width: 112,
            render: (row) => (
              <TwoLine top={<StateTag of="bargain" value={sessionState(row)} />} below={sessionStory(row)} />
            ),
            says: sessionState,
          },
          { name: 'orderNo', title: '订单号', width: 88, render: (row) => <OrderLink of={row} /> },
        ]}
        card={(row) => cardOf(row, lookOf(row))}
        actions={mayLook && !phone ? (row) => <NextAct of={[lookOf(row)]} /> : undefined}
      />
      {looking !== undefined && mayLook && (
        <SessionPanel id={looking} of={list.rows.find(({ id }) => id === looking)} onClose={() => look(undefined)} />
      )}
    </>
  )
}

/** How many of its cuts were made. */
function Cuts({ of: row }: { of: BargainSession }) {
  return <Progress label={`砍了 ${row.cutNum} 刀，共 ${row.peopleNum} 刀`} value={row.cutNum} of={row.peopleNum} />
}

function cardOf(row: BargainSession, look: Act | false): RowCard {
  return {
    head: (
      <>
        <StateTag of="bargain" value={sessionState(row)} />
        <span className={styles.dim}>{sessionStory(row)}</span>
        <span className={styles.dim}>
          {row.status === 1 ? <When at={row.stopTime} kind="deadline" /> : <When at={row.createTime} />}
        </span>
      </>
    ),
    picture: <Picture src={row.image} alt={row.title} size={56} />,
    title: row.title,
    below: <span className={styles.dim}>{`${ownerOf(row)} 发起 · ${missingText(row)}`}</span>,
    amount: <b>{moneyText(row.nowPrice)}</b>,
    end: <b>{cutsText(row)}</b>,
    facts: (
      <span>
        砍价 {row.id} · 订单 <OrderLink of={row} />
      </span>
    ),
    act: look && <ActButton of={look} />,
  }
}
