import { Segmented } from 'antd'
import { chooseSize } from '../../../../kit/settings/choose-size.ts'
import { LayoutSettings } from '../../../../kit/settings/layout-settings.tsx'
import { useSize } from '../../../../kit/settings/size.ts'
import { sizeRows, sizes } from '../../../../kit/settings/sizes.ts'
import styles from './own-preferences.module.css'

/** 偏好设置: the options of the navbar's panel, and the size of all controls. */
export function OwnPreferences() {
  const current = useSize(({ size }) => size)
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
