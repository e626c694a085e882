import type { Lives } from '../../data.ts'
import { formatLink } from '../../links/links.ts'
import { Go } from '../../parts/go.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './live.module.css'
import type { live } from './schema.ts'

type Room = Lives['list'][number]

/** Nothing where no room runs, is to come or can be seen again. */
export function LiveView({ props, data }: Pick<ViewProps<typeof live, Lives>, 'props' | 'data'>) {
  if (data && !data.list.length) return null
  return (
    <ul className={`${styles.rooms} ${styles[props.layout]}`}>
      {data?.list.map((room) => (
        <li key={room.id}>
          <Go link={linkOf(room)} className={styles.room} label={`${room.name}，${stateOf(room)}`}>
            <span className={styles.cover}>
              {room.coverImg && <img src={room.coverImg} alt="" loading="lazy" />}
              <span className={styles.state}>{stateOf(room)}</span>
            </span>
            <b>{room.name}</b>
            <small>
              {room.anchorName}
              {room.liveStatus === 102 && ` · ${room.startTime.slice(5, 16)} 开播`}
            </small>
          </Go>
        </li>
      ))}
    </ul>
  )
}

const stateOf = ({ liveStatus }: Room) => (liveStatus === 102 ? '预告' : liveStatus === 103 ? '回放' : '直播中')

const linkOf = ({ channels, roomId }: Room) =>
  channels
    ? formatLink({ kind: 'channels', finder: channels.finderUserName, feedId: channels.feedId })
    : formatLink({ kind: 'live', id: String(roomId ?? '') })
