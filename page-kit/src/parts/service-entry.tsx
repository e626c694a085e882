import type { Settings } from '../page.ts'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { FROM_EDGE } from './look.ts'
import styles from './service-entry.module.css'

/** Whether a page has the floating way to the shop's service: unless it says otherwise, or has a component of its own for it. */
export const needsServiceEntry = (
  { serviceShown }: Pick<Settings, 'serviceShown'>,
  components: readonly { type: string }[],
): boolean => serviceShown && !components.some(({ type }) => type === 'customerService')

/** The floating way to the shop's service. */
export function ServiceEntry() {
  return (
    <Go link="kefu:" className={styles.entry} style={{ right: FROM_EDGE, bottom: 120 }} label="联系客服">
      <Icon name="service" />
    </Go>
  )
}

/** How the way back looks on a page without a bar. */
export const backEntry = styles.back
