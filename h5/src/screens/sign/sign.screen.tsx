import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { useWrite } from '../../api/write.ts'
import { Card } from '../../parts/card.tsx'
import { Facts, Figure } from '../../parts/goods/figure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Calendar } from './calendar.tsx'
import styles from './sign.module.css'

/** Signing in each day: the reward of today, what days in a row bring, and the days of this month. */
export default function SignScreen() {
  const isOpen = useSite()?.open.sign !== false
  const state = useRead(frontPoints.get)
  const { data: rewards } = useRead(frontPoints.config)
  const { data: months } = useRead(frontPoints.month, { query: { page: 1, limit: 2 } })
  const { send, isSending } = useWrite(frontPoints.signIn, {
    done: ({ integral, experience }) =>
      toast(`签到成功，积分 +${integral}${experience ? `，成长值 +${experience}` : ''}`),
  })
  if (!isOpen)
    return (
      <Screen title="每日签到">
        <Empty icon="star" text="商家没有开通签到">
          <Button to="/points">我的积分</Button>
        </Empty>
      </Screen>
    )
  return (
    <Screen title="每日签到" isTinted>
      <Loaded of={state} skeleton={<CardBones height={150} />}>
        {({ integral, count, today }) => (
          <>
            <Figure name="连续签到" value={`${count} 天`}>
              {today ? '今天已经签到，明天再来' : '今天还没有签到'}
            </Figure>
            <div className={styles.act}>
              <Button isWide isBusy={isSending} disabled={today} onClick={() => send()}>
                {today ? '今天已签到' : '签到领积分'}
              </Button>
            </div>
            <Facts of={[{ name: '可用积分', value: integral.toLocaleString('zh-CN'), to: '/points' }]} />
            {rewards && rewards.length > 0 && (
              <Card title="连续签到奖励">
                <ul className={styles.rewards}>
                  {rewards.map(({ id, day, integral: points, title }) => (
                    <li key={id} className={day <= count ? styles.done : ''}>
                      <b>+{points}</b>
                      {title || `第 ${day} 天`}
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </>
        )}
      </Loaded>
      <Calendar signed={months?.flatMap(({ list }) => list.map(({ signDay }) => signDay.slice(0, 10))) ?? []} />
    </Screen>
  )
}
