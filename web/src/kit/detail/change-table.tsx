import styles from './change-table.module.css'

export type ChangeRow = { name: string; now: string; after: string }

/** What a decision changes: a thing, now and afterwards. What is gained is green. */
export function ChangeTable({ rows, label = '会变的' }: { rows: readonly ChangeRow[]; label?: string }) {
  if (!rows.length) return null
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">现在</th>
          <td />
          <th scope="col">同意以后</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, now, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now || '—'}</td>
            <td aria-hidden="true">→</td>
            <td data-gain={after.startsWith('+')}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
