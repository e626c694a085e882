import { Segmented } from 'antd'
import { LayoutSettings } from '../../../shell/layout/layout-settings.tsx'
import { chooseSize } from '../../../shell/layout/size-select.tsx'
import { sizeRows, sizes } from '../../../shell/model/sizes.ts'
import { useApp } from '../../../shell/settings.ts'
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
