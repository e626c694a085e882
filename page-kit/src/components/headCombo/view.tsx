import { useState } from 'react'
import type { Site } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { gradientOf } from '../../parts/look.ts'
import { Picture } from '../../parts/picture.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Slides } from '../../parts/slides.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './headCombo.module.css'
import type { headCombo } from './schema.ts'

export function HeadComboView({
  id,
  props,
  data,
  act,
}: Pick<ViewProps<typeof headCombo, Site>, 'id' | 'props' | 'data' | 'act'>) {
  const [open, setOpen] = useState(0)
  const choose = (tab: number) => {
    setOpen(tab)
    act.more(id, { tab })
  }
  const { tabs, tabsShown, slides, slideStyle, dots, dotTone, bg } = props
  return (
    <div style={{ background: gradientOf(bg) }}>
      <SearchField look={{ ...props, bg: ['#ffffff00', '#ffffff00'] }} words={data?.hotWords ?? []} />
      {tabsShown && (
        <Tabs
          titles={tabs.map(({ title }) => title)}
          open={open}
          onOpen={choose}
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
