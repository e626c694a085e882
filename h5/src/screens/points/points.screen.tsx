import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { Card } from '../../parts/card.tsx'
import { Facts, Figure } from '../../parts/goods/figure.tsx'
import { Movement, signed } from '../../parts/goods/movement.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'

/** What a record of points says beside its title, where it is not simply done. */
const states: Readonly<Record<number, string>> = { 1: '待生效', 2: '冻结中', 4: '已失效' }

/** The buyer's points, and how they came and went. */
export default function PointsScreen() {
  const points = useRead(frontPoints.points)
  const records = useEndless(frontPoints.records, { query: {}, limit: 20 })
  const canSign = useSite()?.open.sign === true
  return (
    <Screen title="我的积分" isTinted>
      <Loaded
        of={points}
        skeleton={
          <div className="coming">
            <Bone height={76} width={180} />
            <Bone height={70} radius={12} />
          </div>
        }
      >
        {({ integral, sumIntegral, deductionIntegral, frozenIntegral, expiring }) => (
          <>
            <Figure name="可用积分" value={integral.toLocaleString('zh-CN')}>
              {expiring && `${expiring.integral} 积分将于 ${expiring.date} 过期`}
            </Figure>
            <Facts
              of={[
                { name: '累计获得', value: sumIntegral.toLocaleString('zh-CN') },
                { name: '累计使用', value: deductionIntegral.toLocaleString('zh-CN') },
                { name: '冻结中', value: frozenIntegral.toLocaleString('zh-CN') },
                ...(canSign ? [{ name: '得积分', value: '去签到', to: '/sign' }] : []),
              ]}
            />
          </>
        )}
      </Loaded>
      <Rows
        of={records}
        skeleton={<CardBones height={56} count={5} />}
        empty={
          <Empty icon="star" text="还没有积分记录，下单就能得积分">
            <Button to="/">去逛逛</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card title="明细">
            {list.map(({ id, title, type, integral, balance, status, createTime }) => (
              <Movement
                key={id}
                title={title}
                note={[createTime.slice(0, 16), states[status]].filter(Boolean).join('　')}
                sum={signed(type === 1, integral, 0)}
                isIn={type === 1}
                rest={`余 ${balance.toLocaleString('zh-CN')}`}
              />
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}
