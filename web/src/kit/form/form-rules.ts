import type { TSchema } from '@zhanggui/contract/schema.ts'
import { type Pasted, readPasted } from '@zhanggui/domain/keyword.ts'
import { isYuan } from '@zhanggui/domain/money.ts'
import type { FormRule } from 'antd'

/** The parts of a field's schema that determine its rules. */
type Field = {
  type?: string | readonly string[]
  title?: string
  ask?: string
  hint?: string
  raw?: boolean
  pasted?: Pasted
  yuan?: boolean
  enum?: readonly unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/**
 * The form rules of a contract's field, with the same wording as the server's refusals.
 * @param schema fields that are not optional are required
 * @param required whether the form asks for it even where the contract leaves it open, as another field decides
 * @param label what such a form calls it
 */
export function rulesOf(schema: TSchema, required = false, label?: string): FormRule[] {
  const asked = { ...(schema as Field), ...(label && { title: label }) }
  const validator = async (_: unknown, value: unknown) => {
    const isMissing = required && isBlank(typeof value === 'string' ? value.trim() : value)
    const problem = isMissing ? askFor(asked) : fieldProblem(schema, value)
    if (problem) throw new Error(problem)
  }
  return [{ required: required || !isOptional(schema), validator }]
}

/** The message for an invalid value; undefined when the value is valid. */
export function fieldProblem(schema: TSchema, value: unknown): string | undefined {
  const field = schema as Field
  const given = typeof value === 'string' && !field.raw ? asRead(field, value) : value
  if (isBlank(given)) return isOptional(schema) || mayBeBlank(field, given) ? undefined : askFor(field)
  const label = field.title ?? '此项'
  if (field.yuan && !isYuan(given as number | string)) return `${label}：金额最多两位小数`
  if (field.enum && !field.enum.includes(given)) return `${label}只能是${field.enum.join('、')}之一`
  if (typeof given === 'string' && isOf(field, 'string')) return textProblem(field, given, label)
  if (Array.isArray(given)) return listProblem(field, given.length, label)
  if (isOf(field, 'integer') || isOf(field, 'number')) return numberProblem(field, Number(given), label)
  return undefined
}

/** A text as the server reads it. */
const asRead = ({ pasted }: Field, text: string) => (pasted ? readPasted(pasted, text) : text.trim())

function textProblem({ minLength = 0, maxLength, pattern, hint }: Field, text: string, label: string) {
  const length = [...text].length
  if (length < minLength || length > (maxLength ?? Number.POSITIVE_INFINITY))
    return minLength > 1
      ? `${label}长度在 ${minLength} 到 ${maxLength} 个字符`
      : `${label}不能超过${maxLength}个字符，请缩短`
  if (pattern && !new RegExp(pattern, 'u').test(text)) return hint ?? `${label}格式不正确`
  return undefined
}

function numberProblem(field: Field, value: number, label: string) {
  const whole = isOf(field, 'integer')
  if (Number.isNaN(value) || (whole && !Number.isInteger(value))) return `${label}应为${whole ? '整数' : '数字'}`
  if (value < (field.minimum ?? Number.NEGATIVE_INFINITY)) return `${label}不能小于${field.minimum}`
  if (value > (field.maximum ?? Number.POSITIVE_INFINITY)) return `${label}不能大于${field.maximum}`
  return undefined
}

function listProblem({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Field, count: number, label: string) {
  if (count < minItems) return `${label}至少${minItems}项`
  return count > maxItems ? `${label}最多${maxItems}项` : undefined
}

function askFor(field: Field): string {
  const chosen = field.enum || ['boolean', 'array', 'object'].some((type) => isOf(field, type))
  return field.ask ?? `${chosen ? '请选择' : '请输入'}${field.title ?? ''}`
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
}

/** A required field must be sent, but '' and an empty list are valid values where no minimum length is set. */
function mayBeBlank({ minLength, minItems }: Field, value: unknown): boolean {
  return (value === '' && !minLength) || (Array.isArray(value) && !minItems)
}

function isOf({ type }: Field, name: string): boolean {
  return [type].flat().includes(name)
}

/** TypeBox marks optional fields with this; the object's list of required names is derived from it. */
function isOptional(schema: TSchema): boolean {
  return '~optional' in schema
}
