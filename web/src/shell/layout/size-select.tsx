import FontSizeOutlined from '@ant-design/icons/es/icons/FontSizeOutlined'
import { Dropdown } from 'antd'
import { showSuccess } from '../../kit/feedback/feedback.ts'
import { useApp } from '../../kit/settings/settings.ts'
import { type Size, sizeRows, sizes } from '../../kit/settings/sizes.ts'
import { refreshTabs } from '../tabs/tabs.ts'
import styles from './tool.module.css'

/** Chooses how large everything is drawn (1.8). */
export function SizeSelect() {
  const current = useApp((app) => app.size)
  const items = sizes.map((size) => ({
    key: size,
    label: sizeRows[size].label,
    disabled: size === current,
    onClick: () => chooseSize(size),
  }))
  return (
    // Without motion: a new size changes all styles, and a menu whose leaving they cut off would stay for good.
    <Dropdown menu={{ items }} trigger={['click']} placement="bottom" transitionName="">
      <button type="button" className={styles.tool} aria-label="布局大小" title="布局大小">
        <FontSizeOutlined />
      </button>
    </Dropdown>
  )
}

/** Draws everything in another size, once staff let go of what is unsaved (SH-91). */
export async function chooseSize(size: Size) {
  if (!(await refreshTabs())) return
  useApp.setState({ size })
  showSuccess('布局设置成功')
}
