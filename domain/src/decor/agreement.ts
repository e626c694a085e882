/** The agreements of a shop, by their key. */
export const agreementKeys = {
  user_agreement: '用户协议',
  privacy_policy: '隐私政策',
  member_agreement: '会员协议',
  recharge_agreement: '充值协议',
  distribution_agreement: '分销协议',
  cancel_agreement: '注销协议',
  integral_agreement: '积分规则',
  aftersale_agreement: '售后规则',
  invoice_agreement: '开票说明',
  about_us: '关于我们',
} as const
export type AgreementKey = keyof typeof agreementKeys
export const agreementNames = Object.keys(agreementKeys) as AgreementKey[]

/** Those that every buyer agrees to when signing in, once they are published. */
export const signInAgreements: readonly AgreementKey[] = ['user_agreement', 'privacy_policy']

export const agreementStates = { draft: '未发布', published: '已发布' } as const
export const MAX_AGREEMENT_TITLE = 30
export const MAX_AGREEMENT_BYTES = 200 * 1024

/** A paragraph of a text, and what became of it. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** The paragraphs of rich text, as they are read. */
export function paragraphsOf(html: string): string[] {
  return html
    .replace(/<img\b[^>]*>/gi, '[图片]')
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:p|div|section|li|h[1-6]|tr|blockquote|pre|figure)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Beyond so many paragraphs only what both texts begin and end with is taken to be the same. */
const MAX_COMPARED = 2000

/** What differs between two texts, paragraph by paragraph: the longest common sequence stays. */
export function diffParagraphs(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const least = Math.min(before.length, after.length) - head
  while (tail < least && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  return [...same(before.slice(0, head)), ...between(left, right), ...same(before.slice(before.length - tail))]
}

function between(left: readonly string[], right: readonly string[]): DiffLine[] {
  const removed = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'removed', text }))
  const added = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'added', text }))
  if (left.length > MAX_COMPARED || right.length > MAX_COMPARED) return [...removed(left), ...added(right)]
  /** How many paragraphs the rests of both have in common, by where they begin. */
  const common = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--) {
      const isSame = left[row] === right[column]
      const best = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
      const line = common[row]
      if (line) line[column] = best
    }
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < left.length && column < right.length) {
    const [one = '', other = ''] = [left[row], right[column]]
    if (one === other) {
      lines.push({ kind: 'same', text: one })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ kind: 'removed', text: one })
      row++
    } else {
      lines.push({ kind: 'added', text: other })
      column++
    }
  }
  return [...lines, ...removed(left.slice(row)), ...added(right.slice(column))]
}
