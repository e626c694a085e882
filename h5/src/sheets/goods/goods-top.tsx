import { BackButton } from '../../parts/screen.tsx'
import { ShareButton } from '../share/share-button.tsx'
import { Favourite } from './favourite.tsx'
import { Gallery } from './gallery.tsx'
import styles from './goods-top.module.css'

type Given = {
  productId: number
  name: string
  pictures: readonly string[]
  video?: string
  /** Lies over each picture. */
  over?: string | null
  collected: boolean
  /** In yuan, on the poster. */
  price: number
}

/** The top of what is sold: its pictures, with the way back, the favourites and the sharing over them. */
export function GoodsTop({ productId, name, pictures, video = '', over = null, collected, price }: Given) {
  return (
    <div className={styles.top}>
      <Gallery pictures={pictures} video={video} over={over} name={name} />
      <div className={styles.bar}>
        <BackButton className={styles.round} />
        <Favourite
          productId={productId}
          isOn={collected}
          className={(isOn) => `${styles.round} ${isOn ? styles.on : ''}`}
        />
        <ShareButton title={name} picture={pictures[0] ?? ''} price={price} className={styles.round ?? ''} />
      </div>
    </div>
  )
}
