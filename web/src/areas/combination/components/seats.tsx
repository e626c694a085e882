import type { Team, TeamMember } from '@zhanggui/contract/combination/team.ts'
import { Face } from '../../../kit/media/face.tsx'
import { missingOf } from '../model/team-words.ts'
import styles from './combination.module.css'

/** So many faces are drawn; a team may have a thousand. */
const MOST = 11

type SeatsProps = { of: Team; members: readonly TeamMember[] }

/** The places of a team: who sits on them, which the system filled, and which are empty. */
export function Seats({ of: team, members }: SeatsProps) {
  const sitting = members.filter(({ status }) => status === team.status)
  const missing = missingOf(team)
  const shown = sitting.slice(0, MOST)
  const more = sitting.length - shown.length
  const say = `${team.people} 人团，${sitting.length} 人在团里${team.virtualCount ? `，补了 ${team.virtualCount} 人` : ''}${missing ? `，差 ${missing} 人` : ''}`
  return (
    <ul className={styles.seats} aria-label={say}>
      {shown.map(({ id, uid, nickname, avatar, isLeader }) => (
        <li key={id}>
          <span className={styles.face}>
            <Face user={{ id: uid, nickname, realName: '', avatar }} size={48} />
            {isLeader && <b className={styles.leader}>团长</b>}
          </span>
          <span title={nickname}>{nickname || `用户 ${uid}`}</span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className={styles.seat} data-filled>
            +{more}
          </span>
          <span>还有 {more} 人</span>
        </li>
      )}
      {team.virtualCount > 0 && (
        <li>
          <span className={styles.seat} data-filled>
            补
          </span>
          <span>补了 {team.virtualCount} 人</span>
        </li>
      )}
      {missing > 0 && (
        <li>
          <span className={styles.seat} data-over={team.status !== 1}>
            {team.status === 1 ? '+' : '—'}
          </span>
          <span className={team.status === 1 ? styles.empty : styles.dim}>
            {team.status === 1 ? `还差 ${missing} 人` : `差 ${missing} 人`}
          </span>
        </li>
      )}
    </ul>
  )
}
