import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useSettings } from '../settings/settings.ts'
import styles from './avatar.module.css'
import { mediaUrl } from './media-url.ts'

/** The user's picture, or the first character of their name if there is none or it cannot be loaded. */
export function Avatar() {
  const { name, avatar } = useSession()
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState('')
  if (!avatar || broken === avatar)
    return (
      <span className={styles.avatar} aria-hidden="true">
        {Array.from(name)[0]}
      </span>
    )
  const source = mediaUrl(avatar, mediaDomain)
  return <img className={styles.avatar} src={source} alt="" onError={() => setBroken(avatar)} />
}
