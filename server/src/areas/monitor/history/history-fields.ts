import { fieldTitles } from '@zhanggui/contract/field-titles.ts'
import { labelsOf } from '../../../platform/data/audit.ts'
import { hiddenFields } from '../../../platform/data/guarded-fields.ts'
import type { Titles } from '../../../platform/data/in-words.ts'
import { isMasked, secretTest } from '../../../platform/data/masked.ts'
import type { TrailWords, Versioned } from '../../../platform/data/versioned.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { may } from '../../../platform/http/gate.ts'

/** Figures that ledgers keep: each has its own way to change, which leaves its own record. */
const BY_LEDGER = '由台账逐笔记录，不能改回；如需调整请做一次新的调整'
const ledgerFields: Readonly<Record<string, string>> = {
  stock: `库存${BY_LEDGER}`,
  addStock: `库存${BY_LEDGER}`,
  sales: '销量由订单累计，不能改回',
  nowMoney: `余额${BY_LEDGER}`,
  integral: `积分${BY_LEDGER}`,
  experience: `经验${BY_LEDGER}`,
}

type Properties = Readonly<Record<string, { title?: string }>>

/** The fields of the edit form: only they can be restored. */
export function formFields({ edit }: Versioned): Properties {
  const { properties = {} } = (edit?.route.body ?? {}) as { properties?: Properties }
  return properties
}

/** What a field is called in the form, else everywhere. */
export function titleOfField(kept: TrailWords, field: string): string {
  const forms = [kept.edit?.route.body, ...(kept.titled ?? [])]
  return forms.map((form) => labelsOf(form)[field]).find(Boolean) ?? fieldTitles[field] ?? field
}

/** What is called in the form what is inside its fields, by the keys; others as everywhere. */
export function titlesOf({ edit }: TrailWords): Titles {
  const inner = Object.entries(labelsOf(edit?.route.body)).filter(([path]) => path.includes('.'))
  const own = Object.fromEntries(inner.map(([path, title]) => [path.slice(path.lastIndexOf('.') + 1), title]))
  // First, in the order of the form.
  return { ...own, ...fieldTitles, ...own }
}

/** Why nothing of the object can be restored by the caller; '' if something can. */
export function refusalOf({ actor }: Ctx, { edit, refusal = '' }: Versioned): string {
  if (!edit) return refusal
  if (actor.seeing) return '正在以他人的身份查看，不能修改'
  return may(actor, edit.route.permission) ? '' : '没有编辑权限，只能查看'
}

/** Why a field cannot be restored, whatever its values; '' if it can. */
export function reasonOf(ctx: Ctx, kept: Versioned, path: string): string {
  const [field = ''] = path.split('.')
  const last = path.slice(path.lastIndexOf('.') + 1)
  const known = kept.fixed?.[field] ?? (field in formFields(kept) ? undefined : ledgerFields[field])
  if (known) return known
  if (path !== field && last in ledgerFields) return ledgerFields[last] ?? ''
  const isSecret = secretTest(kept.edit?.route.secret ?? [])
  if (isMasked(path, isSecret)) return '敏感信息不保存在修改记录里，不能恢复'
  if (hiddenFields(ctx, kept.object).has(last)) return '没有查看此项的权限'
  if (!(field in formFields(kept))) return '不在编辑表单里，请用相应的操作修改'
  return ''
}
