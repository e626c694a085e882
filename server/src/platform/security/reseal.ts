import type pg from 'pg'
import type { Secrets } from './secrets.ts'

type Column = { table: string; column: string; type: string }

/**
 * Reseals every text that the old key sealed, anywhere in the database, and revokes the recovery codes, whose digests only
 * the old key can verify; in one transaction.
 */
export async function reseal(
  client: pg.Client,
  from: Secrets,
  to: Secrets,
): Promise<{ sealed: number; unreadable: number }> {
  let sealed = 0
  let unreadable = 0
  const renew = (text: string) => {
    try {
      const again = to.seal(from.open(text))
      sealed++
      return again
    } catch {
      unreadable++
      return text
    }
  }
  const mark = `v1.${from.keyId}.`
  const sealedText = new RegExp(`${mark.replaceAll('.', '\\.')}[\\w-]+`, 'g')
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    for (const { table, column, type } of await listColumns(client)) {
      const { rows } = await client.query<{ place: string; value: string }>(
        `select ctid::text as place, ${column}::text as value from ${table} where strpos(${column}::text, $1) > 0`,
        [mark],
      )
      for (const { place, value } of rows)
        await client.query(`update ${table} set ${column} = $1::${type} where ctid = $2::tid`, [
          value.replace(sealedText, renew),
          place,
        ])
    }
    await client.query('delete from recovery_code')
    await client.query('update sealing_key set key_id = $1', [to.keyId])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return { sealed, unreadable }
}

/** Every stored column that may contain text. */
async function listColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.oid::regclass::text as table, quote_ident(a.attname) as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
    order by 1, a.attnum`)
  return rows
}
