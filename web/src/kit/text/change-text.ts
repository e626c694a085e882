/** A change in one line: 售价：8 → 9; of what was added or removed only the value there is; of lists what differs. */
export function changeText({ label, before, after }: { label: string; before?: unknown; after?: unknown }): string {
  const parts = partsOf(before, after)
  if (parts) return `${label}：${parts.map(({ act, values }) => `${act} ${valueText(values)}`).join('，')}`
  const [was, is] = [valueText(before), valueText(after)]
  if (!was) return `${label}：${is || '（空）'}`
  return `${label}：${was} → ${is || '（空）'}`
}

/** The lines of a value: one for each member of a list, none for an empty value. */
export function valueLines(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(valueText).filter(Boolean)
}

/** The members of a list that the other one lacks; other values unchanged. */
export function onlyIn(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value
  const known = new Set(other.map(valueText))
  return value.filter((item) => !known.has(valueText(item)))
}

/** What was taken out of a list and added to it; undefined where nothing of it stayed, or one of both is no list. */
export function partsOf(before: unknown, after: unknown): { act: '去掉' | '加上'; values: unknown[] }[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const [removed, added] = [onlyIn(before, after), onlyIn(after, before)] as [unknown[], unknown[]]
  if (removed.length === before.length || !(removed.length + added.length)) return undefined
  const parts = [
    { act: '去掉', values: removed },
    { act: '加上', values: added },
  ] as const
  return parts.filter(({ values }) => values.length)
}

/** A value of the trail as staff read it. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join('、')
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
