import { gradientOf } from '../../parts/look.ts'
import type { ViewProps } from '../../view.tsx'
import type { spacer } from './schema.ts'

export function SpacerView({ props }: Pick<ViewProps<typeof spacer>, 'props'>) {
  return <div style={{ height: props.height, background: gradientOf(props.bg) }} />
}
