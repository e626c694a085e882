import { type BuyerMark, buyerMarks, variablesOf } from './buyer-mark.ts'

/** Why what the fields of a template say does not do for all it is used for: it names what one of them does not know. */
export function variableProblem(
  marks: readonly BuyerMark[],
  fieldMap: Readonly<Record<string, string>>,
): string | undefined {
  const named = Object.values(fieldMap).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)])
  for (const mark of marks) {
    const known = new Set<string>(variablesOf(mark))
    const unknown = named.find(([, name = '']) => !known.has(name))
    if (unknown) return `「${buyerMarks[mark].title}」没有变量 ${unknown[0].slice(0, 40)}`
  }
  return undefined
}

/** Whether two maps say the same in every field; one that is left out says nothing. */
export const isSameMap = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((key) => (one[key] ?? '') === (other[key] ?? ''))
