import { type CSSProperties, useState } from 'react'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { hueOf, nameOf } from '../model/words.ts'
import styles from './face.module.css'

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
        {Array.from(nameOf(user))[0]}
      </span>
    )
  const source = mediaUrl(avatar, mediaDomain)
  return <img className={styles.face} style={box} src={source} alt="" onError={() => setBroken(avatar)} />
}
