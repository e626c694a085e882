import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import { Slides } from '../../parts/slides.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './carousel.module.css'
import type { carousel } from './schema.ts'

export function CarouselView({ props }: Pick<ViewProps<typeof carousel>, 'props'>) {
  const { slides, style, dots, dotTone, dotAlign, radius, seconds, height } = props
  return (
    <Slides
      seconds={seconds}
      isStack={style === 'stack'}
      dots={dots}
      dotTone={dotTone}
      dotAlign={dotAlign}
      label="轮播图"
    >
      {slides.map(({ image, title, link, ...of }, index) => (
        <Go key={index} link={link} of={of} className={styles.slide} style={{ height, borderRadius: radius }}>
          <Picture className={styles.picture} image={image} width={360} eager={index === 0} alt={image.alt || title} />
        </Go>
      ))}
    </Slides>
  )
}
