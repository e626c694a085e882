import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useEffect, useState } from 'react'
import { Button } from '../../parts/typed/button.tsx'
import { drawPoster, type PosterFacts } from './draw-poster.ts'
import styles from './share.module.css'

/** A picture with the code of a link, which is saved by a long press. */
export function Poster({ title, picture, price, link, shop }: PosterFacts) {
  const [drawn, setDrawn] = useState<string>()
  const [round, setRound] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round draws again
  useEffect(() => {
    let isOver = false
    setFailed(false)
    drawPoster({ title, picture, price, link, shop }).then(
      (made) => !isOver && setDrawn(made),
      () => !isOver && setFailed(true),
    )
    return () => {
      isOver = true
    }
  }, [title, picture, price, link, shop, round])
  if (hasFailed)
    return (
      <div className={styles.ways}>
        <p>海报没有画成</p>
        <Button kind="line" onClick={() => setRound(round + 1)}>
          再试一次
        </Button>
      </div>
    )
  return (
    <div className={styles.poster}>
      {drawn ? <img src={drawn} alt={`${title}的海报`} /> : <Bone height={420} radius={12} />}
      <p>长按图片保存，发给朋友</p>
    </div>
  )
}
