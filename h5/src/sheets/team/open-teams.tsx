import type { FrontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './open-teams.module.css'

type Given = { title: string; teams: FrontCombination['teams'] }

/** Teams that can be joined, the one that ends first before the others. */
export function OpenTeams({ title, teams }: Given) {
  if (!teams.length) return null
  return (
    <Card title={title}>
      {teams.map(({ id, nickname, avatar, left, stopTime }) => (
        <div key={id} className={styles.team}>
          <Face nickname={nickname} avatar={avatar} />
          <span className={styles.words}>
            {nickname}
            <small>
              <span>还差 {left} 人</span>
              <CountDown to={stopTime} doneText="已结束" isPlain />
            </small>
          </span>
          <Button kind="soft" size={32} to={`/team/${id}`} aria-label={`参加${nickname}的团`}>
            去参团
          </Button>
        </div>
      ))}
    </Card>
  )
}
