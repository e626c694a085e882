import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import styles from './face.module.css'

const grounds = [styles.green, styles.orange, styles.teal, styles.blue]

/** Somebody by their picture, else by the first letter of their name. @param size in pixels */
export function Face({ nickname, avatar = '', size = 34 }: { nickname: string; avatar?: string; size?: number }) {
  const [letter = '客'] = nickname
  const ground = grounds[(letter.codePointAt(0) ?? 0) % grounds.length]
  return (
    <span
      className={`${styles.face} ${ground}`}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.46) }}
      aria-hidden="true"
    >
      {avatar ? <Picture className={styles.picture ?? ''} image={{ url: avatar }} width={size} alt="" /> : letter}
    </span>
  )
}
