import { Segmented } from 'antd'
import { LayoutSettings } from '../../../../kit/settings/layout-settings.tsx'
import { useApp } from '../../../../kit/settings/settings.ts'
import { sizeRows, sizes } from '../../../../kit/settings/sizes.ts'
import { chooseSize } from '../../../../shell/layout/size-select.tsx'
import styles from './own-preferences.module.css'

/** 偏好设置: what the panel of the navbar offers, and the size of everything. */
export function OwnPreferences() {
  const current = useApp((app) => app.size)
  return (
    <div className={styles.preferences}>
      <div className={styles.size}>
        <span>布局大小</span>
        <Segmented
          block
          aria-label="布局大小"
          options={sizes.map((size) => ({ value: size, label: sizeRows[size].label }))}
          value={current}
          onChange={chooseSize}
        />
      </div>
      <LayoutSettings />
    </div>
  )
}
