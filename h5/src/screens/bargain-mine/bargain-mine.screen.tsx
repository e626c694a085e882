import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone, Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { serverNow } from '../../api/clock.ts'
import { useEndless } from '../../api/endless.ts'
import { ActivityRow } from '../../parts/goods/activity-row.tsx'
import { Failed } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { type SessionAct, sessionAct } from '../../sheets/bargain/session-act.ts'

type Own = RouteAnswer<typeof frontBargain.record>['list'][number]

const acts: Partial<Record<SessionAct, { label: string; isSolid: boolean }>> = {
  cut: { label: '继续砍', isSolid: true },
  invite: { label: '喊好友砍', isSolid: true },
  order: { label: '去下单', isSolid: true },
  pay: { label: '去付款', isSolid: true },
  start: { label: '再砍一次', isSolid: true },
  paid: { label: '已买到', isSolid: false },
  soldOut: { label: '抢光了', isSolid: false },
}
const over = { label: '已结束', isSolid: false }

/** The buyer's own sessions, the newest first. */
export default function BargainMineScreen() {
  const sessions = useEndless(frontBargain.record, { query: {} })
  const { list, error, retry } = sessions
  return (
    <Screen title="我的砍价">
      {!list &&
        (error ? (
          <Failed text={error.message} onRetry={retry} />
        ) : (
          <Skeleton>
            <div className="coming">
              <Bone height={132} radius={12} />
              <Bone height={132} radius={12} />
              <Bone height={132} radius={12} />
            </div>
          </Skeleton>
        ))}
      {list?.length === 0 && (
        <Empty icon="cut" text="还没有砍过价">
          <Button to="/bargain">去砍价</Button>
        </Empty>
      )}
      {list?.map((session) => (
        <Row key={session.bargainUserId} session={session} />
      ))}
      <More of={sessions} />
    </Screen>
  )
}

function Row({ session }: { session: Own }) {
  const { bargainId, bargainUserId, state, nowPrice, price, minPrice, cutPrice, leftPrice, isCancelled } = session
  return (
    <ActivityRow
      card={session}
      to={`/bargain/${bargainId}?bargainUserId=${bargainUserId}`}
      priceName={leftPrice > 0 ? '砍到' : '砍成'}
      price={nowPrice}
      was={price}
      act={acts[sessionAct(state, session, serverNow())] ?? over}
    >
      {cutPrice > 0 && <small>已砍 ¥{cutPrice.toFixed(2)}</small>}
      <small>
        {isCancelled
          ? '已放弃'
          : leftPrice > 0
            ? `还差 ¥${leftPrice.toFixed(2)} 到 ¥${minPrice.toFixed(2)}`
            : '已到最低价'}
      </small>
    </ActivityRow>
  )
}
