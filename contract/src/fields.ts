import type { PlainField, PlainFields } from '@zhanggui/domain/fields.ts'
import type { TBoolean, TInteger, TOptional, TString } from 'typebox'
import * as t from './schema.ts'

type SchemaOf<Field extends PlainField> = Field extends { kind: 'text' }
  ? TString
  : Field extends { kind: 'whole' }
    ? TInteger
    : TBoolean
type DraftField<Field extends PlainField> = Field extends { required: true }
  ? SchemaOf<Field>
  : TOptional<SchemaOf<Field>>

/** Plain fields as a form sends them; those not required may be left out. */
export function draftOf<Fields extends PlainFields>(fields: Fields) {
  const schemas = Object.entries(fields).map(([name, field]) => {
    const schema = draftField(field)
    return [name, field.required ? schema : t.Optional(schema)]
  })
  return Object.fromEntries(schemas) as { [Name in keyof Fields]: DraftField<Fields[Name]> }
}

/** Plain fields as they are answered. */
export function answerOf<Fields extends PlainFields>(fields: Fields) {
  const schemas = Object.entries(fields).map(([name, field]) => [name, answerField(field)])
  return Object.fromEntries(schemas) as { [Name in keyof Fields]: SchemaOf<Fields[Name]> }
}

function draftField(field: PlainField) {
  const { title } = field
  if (field.kind === 'flag') return t.Boolean({ title })
  if (field.kind === 'whole') return t.Integer({ title, minimum: field.min, maximum: field.max })
  return t.String({ title, maxLength: field.max, ...(field.required && { minLength: 1 }) })
}

function answerField({ title, ...field }: PlainField) {
  if (field.kind === 'flag') return t.Boolean({ title })
  return field.kind === 'whole' ? t.Integer({ title }) : t.String({ title, maxLength: field.max })
}
