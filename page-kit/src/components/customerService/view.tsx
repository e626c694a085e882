import type { Site } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FROM_EDGE } from '../../parts/look.ts'
import { Picture } from '../../parts/picture.tsx'
import entry from '../../parts/service-entry.module.css'
import type { ViewProps } from '../../view.tsx'
import styles from './customerService.module.css'
import type { customerService } from './schema.ts'

export function CustomerServiceView({ props, data }: Pick<ViewProps<typeof customerService, Site>, 'props' | 'data'>) {
  const { kind, icon, text, side, bottom } = props
  const link = kind === 'phone' && data?.phone ? `tel:${data.phone}` : 'kefu:'
  return (
    <Go link={link} className={entry.entry} style={{ [side]: FROM_EDGE, bottom }} label={text || '联系客服'}>
      {icon.url ? (
        <Picture className={styles.icon} image={icon} width={44} alt="" />
      ) : (
        <Icon name={kind === 'phone' ? 'phone' : 'service'} />
      )}
      {text && <span>{text}</span>}
    </Go>
  )
}
