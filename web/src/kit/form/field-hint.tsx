import styles from './field-hint.module.css'

/** Help at a field where people fail: what it does in one sentence, and an example with numbers. */
export type FieldHelp = {
  /** The field, as it is found by the search: 成本价. */
  title: string
  text: string
  example: string
}

/** The help of an area, and the page whose form shows it. */
export type AreaHelp = { link: string; fields: readonly FieldHelp[] }[]

/** Below a field; as `extra` of a form's item it also describes the field to screen readers. */
export function FieldHint({ of: { text, example } }: { of: Omit<FieldHelp, 'title'> }) {
  return (
    <span className={styles.hint}>
      {text}
      <span className={styles.example}>例：{example}</span>
    </span>
  )
}

/** Help for the columns of a table, which have no room for it: closed until it is wanted. */
export function ColumnHints({ of: fields }: { of: readonly FieldHelp[] }) {
  return (
    <details className={styles.columns}>
      <summary>各列怎么填</summary>
      <dl>
        {fields.map((field) => (
          <div key={field.title}>
            <dt>{field.title}</dt>
            <dd>
              <FieldHint of={field} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
