import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import { Button, Segmented, Switch, Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'
import { useSite } from '../../api/site.ts'
import styles from './layout-settings.module.css'
import { savePreference } from './preferences.ts'
import { keepSettings, setSetting, useSettings } from './settings.ts'
import { type Appearance, type PersonalSettings, personalOf, restoreDefaults, type Settings } from './settings-state.ts'
import { readableOn, themeColours } from './theme.ts'

type SwitchKey = {
  [Key in keyof PersonalSettings]: PersonalSettings[Key] extends boolean ? Key : never
}[keyof PersonalSettings]

const appearanceOptions: { value: Appearance; label: string }[] = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'system', label: '跟随系统' },
]

/** Display settings of the user, applied at once and on every device. */
export function LayoutSettings() {
  const settings = useSettings()
  const showFooter = useSite()?.showFooter ?? true

  function restore() {
    keepSettings(restoreDefaults(settings, showFooter))
    sync()
  }

  return (
    <div className={styles.panel}>
      <ThemeColour colour={settings.theme} />
      <SwitchLine name="tagsView" label="显示标签" />
      <SwitchLine name="tagsOnPhone" label="手机上显示标签" />
      <SwitchLine name="fixedHeader" label="固定头部" />
      <SwitchLine name="sidebarLogo" label="显示LOGO" />
      <SwitchLine name="uniqueOpened" label="同级菜单只展开一个" />
      <div className={styles.block}>
        <span>外观</span>
        <Segmented
          block
          aria-label="外观"
          options={appearanceOptions}
          value={settings.appearance}
          onChange={(appearance) => choose('appearance', appearance)}
        />
      </div>
      <SwitchLine name="rememberTabs" label="记住标签页" />
      <SwitchLine name="showFooter" label="显示页脚" />
      <SwitchLine name="colourWeak" label="色弱模式" hint="调整色彩，便于红绿色弱者分辨" />
      <Button block onClick={restore}>
        恢复默认
      </Button>
    </div>
  )
}

function choose<Key extends keyof PersonalSettings>(key: Key, value: Settings[Key]) {
  setSetting(key, value)
  sync()
}

function sync() {
  savePreference('settings', personalOf(useSettings.getState()))
}

function ThemeColour({ colour }: { colour: string }) {
  const predefined = themeColours.some((one) => one === colour)
  return (
    <fieldset className={styles.block}>
      <legend>主题颜色</legend>
      <div className={styles.swatches}>
        {themeColours.map((swatch) => (
          <button
            key={swatch}
            type="button"
            className={styles.swatch}
            style={{ background: swatch, color: readableOn('#ffffff', swatch) }}
            aria-label={`主题颜色 ${swatch}`}
            aria-pressed={swatch === colour}
            onClick={() => choose('theme', swatch)}
          >
            {swatch === colour && <CheckOutlined />}
          </button>
        ))}
        <label className={styles.swatch} data-free={predefined} title="自定义颜色">
          <input
            type="color"
            aria-label="自定义主题颜色"
            value={colour.toLowerCase()}
            onChange={({ target }) => choose('theme', target.value)}
          />
        </label>
      </div>
    </fieldset>
  )
}

function SwitchLine({ name, label, hint }: { name: SwitchKey; label: string; hint?: string }) {
  const checked = useSettings((settings) => settings[name])
  const id = useId()
  const text: ReactNode = hint ? (
    <Tooltip title={hint}>
      <span>
        {label} <QuestionCircleOutlined className={styles.hint} />
      </span>
    </Tooltip>
  ) : (
    label
  )
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{text}</label>
      <Switch id={id} checked={checked} onChange={(on) => choose(name, on)} />
    </div>
  )
}
