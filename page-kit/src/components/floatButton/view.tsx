import { useState } from 'react'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FROM_EDGE } from '../../parts/look.ts'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './floatButton.module.css'
import type { floatButton } from './schema.ts'

export function FloatButtonView({ props, mode }: Pick<ViewProps<typeof floatButton>, 'props' | 'mode'>) {
  const { items, fold, side, bottom } = props
  const [isOpen, setOpen] = useState(false)
  const isUnfolded = !fold || isOpen || mode === 'edit'
  return (
    <div className={styles.buttons} style={{ [side]: FROM_EDGE, bottom }}>
      {isUnfolded &&
        items.map(({ image, title, link, ...of }, index) => (
          <Go key={index} link={link} of={of} className={styles.button} label={title || image.alt || '快捷入口'}>
            <Picture className={styles.icon} image={image} width={44} alt="" />
          </Go>
        ))}
      {fold && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isUnfolded}
          aria-label={isUnfolded ? '收起' : '展开'}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isUnfolded ? 'close' : 'add'} />
        </button>
      )}
    </div>
  )
}
