import { ConfigProvider, Tooltip } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import styles from './greyed.module.css'

const Within = createContext(false)

/** Greys the controls within it where there is a reason to, and says the reason to pointer and keyboard. */
export function Greyed({ why, children }: { why: string | undefined; children: ReactNode }) {
  const isGreyed = useContext(Within)
  return why === undefined || isGreyed ? children : <Grey why={why}>{children}</Grey>
}

const CONTROL = 'button, [role=button], input:not([type=file]), textarea, [role=switch], [role=combobox]'

/** Where the keyboard stops for them: named by the controls, described by the reason. */
function Grey({ why, children }: { why: string; children: ReactNode }) {
  const id = useId()
  const place = useRef<HTMLSpanElement>(null)
  const [names, setNames] = useState('')
  useEffect(() => {
    const controls = [...(place.current?.querySelectorAll(CONTROL) ?? [])]
    for (const [index, control] of controls.entries()) control.id ||= `${id}${index}`
    setNames(controls.map((control) => control.id).join(' '))
  }, [id])
  return (
    <Within value={true}>
      <ConfigProvider componentDisabled>
        <Tooltip title={why} trigger={['hover', 'focus']}>
          <span ref={place} className={styles.greyed} {...stopFor(names, why)}>
            {children}
          </span>
        </Tooltip>
      </ConfigProvider>
    </Within>
  )
}

/** Disabled controls take no focus, so what is around them does. */
const stopFor = (names: string, why: string) => ({
  role: 'group',
  tabIndex: 0,
  'aria-labelledby': names || undefined,
  'aria-description': why,
  'aria-disabled': true,
})
