import { Tooltip } from 'antd'
import type { ReactElement } from 'react'

/** Says the name of an icon button. It never takes the pointer, so that the buttons beside, which it may cover, can be pressed. */
export function Named({ name, after, children }: { name: string; after?: number; children: ReactElement }) {
  return (
    <Tooltip
      title={name}
      {...(after !== undefined && { mouseEnterDelay: after })}
      styles={{ root: { pointerEvents: 'none' } }}
    >
      {children}
    </Tooltip>
  )
}
