import { Tag } from 'antd'
import { useDict } from './dictionary.ts'

/** A dictionary value as its label in its colour; unknown values are shown as they are. */
export function DictTag({ dict, value }: { dict: string; value: string | number | boolean }) {
  const entry = useDict(dict)?.dict[dict]?.[String(value)]
  return <Tag color={entry?.color || undefined}>{entry?.label ?? String(value)}</Tag>
}
