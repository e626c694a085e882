import { Tag } from 'antd'
import { useDict } from './dictionary.ts'

/** A value of a dictionary by its label, in its colour; a value the dictionary does not have as it is. */
export function DictTag({ dict, value }: { dict: string; value: string | number | boolean }) {
  const entry = useDict(dict)?.dict[dict]?.[String(value)]
  return <Tag color={entry?.color || undefined}>{entry?.label ?? String(value)}</Tag>
}
