import type { Issue } from '@zhanggui/page-kit/check.ts'
import type { Field, Fields } from '@zhanggui/page-kit/fields.ts'
import type { Path } from '@zhanggui/page-kit/values.ts'
import type { ComponentType } from 'react'

export type PanelIssue = Pick<Issue, 'level' | 'path' | 'message'>

export type FieldsProps = {
  fields: Fields
  values: Readonly<Record<string, unknown>>
  /** Where the values lie in the component: `['props']`. */
  at: Path
  issues: readonly PanelIssue[]
  onChange: (path: Path, value: unknown) => void
  /** Only the fields of this tab; `content` where a field says nothing. */
  tab?: 'content' | 'style' | 'advanced'
  disabled?: boolean
}

export type ControlProps = {
  id: string
  field: Field
  value: unknown
  /** The values beside it. */
  beside: Readonly<Record<string, unknown>>
  path: Path
  issues: readonly PanelIssue[]
  disabled: boolean
  onChange: (value: unknown) => void
  /** Draws the fields of an item, which may be lists again. */
  ItemFields: ComponentType<FieldsProps>
  onChangeAt: (path: Path, value: unknown) => void
}
