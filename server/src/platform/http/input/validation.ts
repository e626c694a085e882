import { isYuan } from '@zhanggui/domain/money.ts'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { HttpError } from '../errors.ts'
import { type Fault, normalise, type Shape } from './normalise.ts'

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, ownProperties: true })
ajv.addKeyword({
  keyword: 'yuan',
  type: 'number',
  validate: (_: boolean, value: number) => isYuan(value),
  errors: false,
})

/** The most faults reported in one answer. */
const MAX_FAULTS = 20

/**
 * Makes a function that reads an input by its schema or refuses it. It returns the input as the handler gets it. The schema is
 * compiled with the first input: most processes get inputs of few schemas, and compiling all takes a second and 40 MB.
 * @throws {HttpError} 400 VALIDATION_FAILED, with messages that use the fields' titles
 */
export function makeReader(schema: object): (input: unknown) => unknown {
  let check: ValidateFunction | undefined
  const shape = schema as Shape
  return (input) => {
    check ??= ajv.compile(schema)
    const faults: Fault[] = []
    const value = normalise(shape, input, faults)
    if (!faults.length && check(value)) return value
    throw badFields(faults.length ? faults : (check.errors ?? []).flatMap((error) => toFault(shape, error)))
  }
}

/** 400 with the invalid fields. */
export function badFields(faults: readonly Fault[]): HttpError {
  const errors = [...new Map(faults.map((fault) => [fault.field, fault])).values()].slice(0, MAX_FAULTS)
  return new HttpError(400, 'VALIDATION_FAILED', errors[0]?.message ?? '请求参数不正确', { errors })
}

function toFault(root: Shape, error: ErrorObject): Fault[] {
  if (error.keyword === 'if' || error.keyword === 'anyOf') return []
  const shape = (error.parentSchema ?? {}) as Shape
  const path = fieldPath(error.instancePath)
  const label = labelOf(root, error.instancePath)
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    const field = path ? `${path}.${name}` : name
    const missing = shape.properties?.[name] ?? {}
    return [{ field, message: askFor(missing, label ? `${label}的${name}` : name) }]
  }
  return [{ field: path, message: describe(error, shape, label || path) }]
}

/** The title of the field at a place, else of the list that holds it: 规格第3项. '' when neither has one. */
function labelOf(root: Shape, pointer: string): string {
  let label = ''
  let shape: Shape | undefined = root
  for (const part of pointer.split('/').slice(1)) {
    const inList: boolean = shape?.items !== undefined && /^\d+$/.test(part)
    shape = inList ? shape?.items : shape?.properties?.[part]
    const within = inList ? `第${Number(part) + 1}项` : `的${part}`
    label = shape?.title ?? (label && `${label}${within}`)
  }
  return label
}

/** `/attrValue/2/price` → `attrValue[2].price`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index ? `.${part}` : part))
    .join('')
}

function askFor(shape: Shape, field: string): string {
  if (shape.ask) return shape.ask
  const chosen = shape.enum || ['boolean', 'array', 'object'].includes(String(shape.type))
  return `${chosen ? '请选择' : '请输入'}${shape.title ?? field}`
}

function describe(
  { keyword, params, data }: ErrorObject,
  shape: Shape & Record<string, unknown>,
  path: string,
): string {
  const label = shape.title ?? (path || '请求内容')
  const blank = data === '' || data === null || (Array.isArray(data) && !data.length)
  if (blank && ['minLength', 'minItems', 'type', 'enum', 'pattern'].includes(keyword)) return askFor(shape, label)
  if (shape.yuan && keyword !== 'minimum' && keyword !== 'maximum') return `${label}：金额最多两位小数`
  switch (keyword) {
    case 'minLength':
    case 'maxLength': {
      const { minLength = 0, maxLength } = shape
      return Number(minLength) > 1
        ? `${label}长度在 ${minLength} 到 ${maxLength} 个字符`
        : `${label}不能超过${maxLength}个字符，请缩短`
    }
    case 'pattern':
      return shape.hint ?? `${label}格式不正确`
    case 'enum':
      return shape.hint ?? `${label}只能是${listChoices(params.allowedValues as unknown[])}之一`
    case 'minimum':
    case 'exclusiveMinimum':
      return `${label}不能小于${params.limit}`
    case 'maximum':
    case 'exclusiveMaximum':
      return `${label}不能大于${params.limit}`
    case 'minItems':
      return `${label}至少${params.limit}项`
    case 'maxItems':
      return `${label}最多${params.limit}项`
    case 'uniqueItems':
      return `${label}不能重复`
    case 'type':
      return `${label}应为${typeNames[String([shape.type].flat()[0])] ?? '其他类型'}`
    default:
      return `${label}格式不正确`
  }
}

/** How many choices a message names. */
const CHOICES_NAMED = 20

function listChoices(allowed: readonly unknown[]): string {
  const choices = allowed.filter((value) => value !== null)
  const named = choices.slice(0, CHOICES_NAMED).join('、')
  return choices.length > CHOICES_NAMED ? `${named}等${choices.length}种` : named
}

const typeNames: Record<string, string> = {
  integer: '整数',
  number: '数字',
  string: '文字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
}
