import { type CSSProperties, useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import styles from './face.module.css'
import { mediaUrl } from './media-url.ts'

type Props = { user: { id: number; nickname: string; realName: string; avatar: string }; size?: number }

/** A customer's picture, or the first character of their name if there is none or it cannot be loaded. */
export function Face({ user, size = 34 }: Props) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState('')
  const { avatar } = user
  const box: CSSProperties & { '--hue': number } = {
    width: size,
    height: size,
    fontSize: size * 0.44,
    '--hue': hueOf(user.id),
  }
  if (!avatar || broken === avatar)
    return (
      <span className={styles.face} style={box} aria-hidden="true">
        {Array.from(user.nickname || user.realName || '用')[0]}
      </span>
    )
  const source = mediaUrl(avatar, mediaDomain)
  return <img className={styles.face} style={box} src={source} alt="" onError={() => setBroken(avatar)} />
}

/** The colour of a customer's initial, the same each time. */
function hueOf(id: number): number {
  return (id * 47) % 360
}
