import type { Site, TabProducts } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { gradientOf } from '../../parts/look.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { Picture } from '../../parts/picture.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Slides } from '../../parts/slides.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './headCombo.module.css'
import type { headCombo } from './schema.ts'

export function HeadComboView({
  id,
  props,
  data,
  act,
}: Pick<ViewProps<typeof headCombo, Site & Partial<TabProducts>>, 'id' | 'props' | 'data' | 'act'>) {
  const { tabs, tabsShown, slides, slideStyle, dots, dotTone, bg } = props
  return (
    <div className={styles.head} style={{ background: gradientOf(bg) }}>
      <SearchField look={{ ...props, bg: ['#ffffff00', '#ffffff00'] }} words={data?.hotWords ?? []} />
      {tabsShown && (
        <PageTabs
          id={id}
          tabs={tabs}
          data={data}
          act={act}
          colour="#ffffff"
          activeTone="#ffffff"
          ground="none"
          isSticky={false}
        />
      )}
      {slides.length > 0 && (
        <div className={styles.slides}>
          <Slides seconds={4} isStack={slideStyle === 'stack'} dots={dots} dotTone={dotTone} label="轮播图">
            {slides.map(({ image, title, link, ...of }, index) => (
              <Go key={index} link={link} of={of} className={styles.slide}>
                <Picture
                  className={styles.picture}
                  image={image}
                  width={360}
                  eager={index === 0}
                  alt={image.alt || title}
                />
              </Go>
            ))}
          </Slides>
        </div>
      )}
    </div>
  )
}
