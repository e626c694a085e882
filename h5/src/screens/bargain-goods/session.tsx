import { type FrontSession, frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { RichText } from '@zhanggui/page-kit/parts/rich-text.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { serverNow } from '../../api/clock.ts'
import { useRead } from '../../api/read.ts'
import { useAt } from '../../api/use-at.ts'
import { useWrite } from '../../api/write.ts'
import { Card } from '../../parts/card.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Question } from '../../parts/typed/question.tsx'
import { useActivityBuying } from '../../sheets/activity/use-activity-buying.ts'
import { type SessionAct, sessionAct } from '../../sheets/bargain/session-act.ts'
import { ShareButton } from '../../sheets/share/share-button.tsx'
import { Sharing } from '../../sheets/share/sharing.tsx'
import { Helpers } from './helpers.tsx'
import styles from './session.module.css'
import { useCutting } from './use-cutting.ts'

type User = RouteAnswer<typeof frontBargain.user>
type Given = { user: User; session: FrontSession; onChange: () => void }

/** A session as anyone with its link sees it: how far the price is cut, by whom, and what to do next. */
export function Session({ user, session, onChange }: Given) {
  const { isOwn, nickname, bargainId, stopTime, status, orderDeadline } = session
  const bargain = useRead(frontBargain.detail, { params: { id: bargainId } })
  const act = sessionAct(user.state, session, serverNow())
  useAt(status === 1 ? stopTime : orderDeadline, onChange)
  const rule = bargain.data?.activity.rule
  const title = isOwn ? '我的砍价' : `${nickname} 喊你砍价`
  const shared = sharedOf(session)
  return (
    <Screen title={title} isTinted right={<ShareButton {...shared} />}>
      <Card>
        <Goods session={session} left={bargain.data?.activity} />
        <Progress session={session} />
        <Acts act={act} session={session} onChange={onChange} />
      </Card>
      <Helpers session={session} newest={user.helps} />
      <Card>
        <div className={styles.rule}>
          <b>规则</b>
          {rule ? (
            <RichText html={rule} />
          ) : (
            <p>每位好友可帮一刀，砍多少随机；砍满 {session.peopleNum} 刀正好到最低价。没砍完不收钱。</p>
          )}
        </div>
      </Card>
    </Screen>
  )
}

const sharedOf = ({ title, bargainId, bargainUserId, image, minPrice }: FrontSession) => ({
  title: `帮我砍一刀：${title}`,
  // The own one is also found without its number, which friends need.
  address: `/bargain/${bargainId}?bargainUserId=${bargainUserId}`,
  picture: image,
  price: minPrice,
})

type Left = { productId: number; quota: number; unitName: string }

function Goods({
  session: { bargainId, isOwn, image, title, price },
  left,
}: {
  session: FrontSession
  left: Left | undefined
}) {
  return (
    <div className={styles.goods}>
      <Picture className={styles.picture ?? ''} image={{ url: image }} width={96} eager alt="" />
      <div>
        <Link href={isOwn && left ? `/goods/${left.productId}` : `/bargain/${bargainId}`} className={styles.name}>
          {title}
        </Link>
        {/* Holds its place until it is known. */}
        <small>{left && left.quota > 0 ? `剩 ${left.quota} ${left.unitName}，先到先得` : '　'}</small>
        <span className={styles.from}>原价 ¥{price.toFixed(2)}</span>
      </div>
    </div>
  )
}

function Progress({ session }: { session: FrontSession }) {
  const { price, minPrice, nowPrice, cutPrice, leftPrice, percent, status, isCancelled } = session
  const words =
    leftPrice === 0 ? '砍到最低价了' : isCancelled ? '已放弃，砍到了' : status === 2 ? '没砍到最低价，停在' : '已砍到'
  return (
    <div className={styles.progress}>
      <p>{words}</p>
      <span className={styles.now}>
        <Price yuan={nowPrice} size={36} />
      </span>
      <div className={styles.cut} aria-hidden="true">
        {/* The words stay within the bar, wherever it ends. */}
        <span style={{ left: `${percent}%`, translate: `-${percent}%` }}>砍掉 ¥{cutPrice.toFixed(2)}</span>
      </div>
      <div className={styles.bar} role="img" aria-label={`已砍 ${percent}%，砍掉 ¥${cutPrice.toFixed(2)}`}>
        <i style={{ width: `${percent}%` }} />
      </div>
      <div className={styles.ends}>
        <span>¥{price.toFixed(2)}</span>
        {leftPrice > 0 ? (
          <span>
            还差 <b>¥{leftPrice.toFixed(2)}</b> 到 ¥{minPrice.toFixed(2)}
          </span>
        ) : (
          <span>¥{minPrice.toFixed(2)}</span>
        )}
      </div>
    </div>
  )
}

function Acts({ act, session, onChange }: { act: SessionAct; session: FrontSession; onChange: () => void }) {
  const { bargainId, bargainUserId, leftNum, minPrice, attrValueId, orderNo, stopTime, orderDeadline } = session
  const { start, help, isBusy } = useCutting(bargainId, onChange)
  const { buy, isBusy: isOrdering } = useActivityBuying()
  const order = () => buy({ attrValueId, productNum: 1, bargainId, bargainUserId })
  const mine = (
    <Button kind="line" isWide to={`/bargain/${bargainId}`}>
      我也要砍一个
    </Button>
  )
  const others = (
    <Button kind="line" isWide to="/bargain">
      看看别的砍价
    </Button>
  )
  const shown: Record<SessionAct, ReactNode> = {
    cut: <Main label="自己先砍一刀" isBusy={isBusy} onAct={() => help(bargainUserId)} />,
    invite: (
      <Sharing of={sharedOf(session)}>
        {(open) => <Main label={`喊好友砍一刀，还要 ${leftNum} 位`} onAct={open} />}
      </Sharing>
    ),
    order: <Main label={`¥${minPrice.toFixed(2)} 去下单`} isBusy={isOrdering} onAct={order} />,
    pay: <Button to={`/pay/${orderNo}`}>去付款</Button>,
    paid: <Button to={`/order/${orderNo}`}>已买到，看订单</Button>,
    start: <Main label="再砍一次" isBusy={isBusy} onAct={() => start(bargainId)} />,
    usedUp: <Why text="这次结束了，发起次数也用完了">{others}</Why>,
    soldOut: <Why text="商品抢光了，不能再砍">{others}</Why>,
    over: <Why text="这次砍价结束了">{session.isOwn ? others : mine}</Why>,
    help: <Main label="帮 TA 砍一刀" isBusy={isBusy} onAct={() => help(bargainUserId)} />,
    helped: <Why text="你帮砍过了，谢谢">{mine}</Why>,
    helpUsedUp: <Why text="你的帮砍次数用完了">{mine}</Why>,
  }
  const isCutting = session.status === 1 && ['cut', 'invite', 'help', 'helped', 'helpUsedUp'].includes(act)
  return (
    <div className={styles.acts}>
      {shown[act]}
      {isCutting && (
        <p>
          距结束 <CountDown to={stopTime} doneText="已结束" />
        </p>
      )}
      {act === 'order' && orderDeadline && (
        <p>
          <CountDown to={orderDeadline} doneText="已到时间" /> 内下单，过时作废
        </p>
      )}
      {(act === 'cut' || act === 'invite') && <GiveUp bargainId={bargainId} onDone={onChange} />}
    </div>
  )
}

function Main({ label, isBusy, onAct }: { label: string; isBusy?: boolean; onAct: () => void }) {
  return (
    <Button isBusy={isBusy} onClick={onAct}>
      {label}
    </Button>
  )
}

function Why({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p>{text}</p>
      <div className={styles.pair}>{children}</div>
    </>
  )
}

function GiveUp({ bargainId, onDone }: { bargainId: number; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { send, isSending } = useWrite(frontBargain.cancel, {
    done: () => {
      setAsking(false)
      toast('已放弃这次砍价')
      onDone()
    },
  })
  return (
    <>
      <button type="button" className={styles.giveUp} onClick={() => setAsking(true)}>
        放弃这次砍价
      </button>
      {isAsking && (
        <Question text="放弃后好友砍掉的都不算了，也会用掉一次发起机会，确定放弃吗？" onClose={() => setAsking(false)}>
          <Button isWide isBusy={isSending} onClick={() => send({ body: { bargainId } })}>
            放弃
          </Button>
        </Question>
      )}
    </>
  )
}
