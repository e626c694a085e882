import type { FrontTeam } from '@zhanggui/contract/combination/front-combination.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import type { CSSProperties } from 'react'
import { Face } from '../../parts/face.tsx'
import { Tag } from '../../parts/tag.tsx'
import styles from './places.module.css'
import { placesOf, teamStateOf } from './team-state.ts'

/** Faces are smaller where a row holds more of them, in pixels. */
const faceOf = (people: number) => (people > 4 ? 48 : 60)

/** How a team stands, and who is in it. */
export function Places({ of }: { of: FrontTeam }) {
  const { team, members, left } = of
  const isRunning = team.status === 1
  const { drawn, open, more } = placesOf(members, isRunning ? left : 0)
  const face = faceOf(team.people)
  return (
    <div className={styles.places}>
      <Standing of={of} />
      {isRunning && (
        <p className={styles.time}>
          离结束 <CountDown to={team.stopTime} doneText="已结束" />
        </p>
      )}
      <ul className={styles.faces} style={{ '--face': `${face}px` } as CSSProperties} aria-label="团员">
        {drawn.map((member, index) => (
          // Nobody learns who they are: a place is known by where it stands.
          // biome-ignore lint/suspicious/noArrayIndexKey: places keep their order
          <li key={index} title={member.isVirtual ? '系统补齐' : member.nickname}>
            <Face nickname={member.nickname} avatar={member.avatar} size={face} />
            {member.isLeader && (
              <span className={styles.leader}>
                <Tag kind="solid">团长</Tag>
              </span>
            )}
            <span className="seen-less">{member.isVirtual ? '系统补齐' : member.nickname}</span>
          </li>
        ))}
        {Array.from({ length: open }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one open place is like another
          <li key={`open ${index}`} className={styles.open}>
            <Icon name="add" size={22} />
            <span className="seen-less">空位</span>
          </li>
        ))}
        {more > 0 && <li className={styles.more}>+{more}</li>}
      </ul>
    </div>
  )
}

function Standing({ of }: { of: FrontTeam }) {
  const { left, joined, team } = of
  switch (teamStateOf(of)) {
    case 'failed':
      return (
        <>
          <h2>未成团</h2>
          <p>
            {team.endReason === 'left' ? '成员都退出了' : '没有凑满人'}
            {joined && (joined.refunded ? '，已付款自动退回' : '，付的钱正在自动退回')}
          </p>
        </>
      )
    case 'done':
      return (
        <>
          <h2>拼团成功</h2>
          <p>{joined ? '商家会尽快发货' : `${team.people} 人都到齐了`}</p>
        </>
      )
    default:
      return (
        <h2>
          还差 <b>{left}</b> 人就成团
        </h2>
      )
  }
}
