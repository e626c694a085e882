import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import styles from './goods-bones.module.css'

/** The shape of what is sold. */
export function GoodsBones() {
  return (
    <div className={styles.bones}>
      <Bone height="min(100vw, 480px)" radius={0} />
      <Bone height={130} width="auto" radius={12} />
      <Bone height={230} width="auto" radius={12} />
    </div>
  )
}
