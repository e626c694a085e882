import type pg from 'pg'

type Statements = Map<string, { query: string; calls: number; total: number }>

/** The statements that the server's role has run so far. */
export async function readStatements(app: pg.Client): Promise<Statements> {
  const { rows } = await app.query<{ id: string; query: string; calls: number; total: number }>(
    `select queryid::text as id, query, calls::int, total_exec_time as total from pg_stat_statements
      where userid = (select oid from pg_roles where rolname = current_user) and query ~* '^\\s*(select|with|update|insert)'`,
  )
  return new Map(rows.map(({ id, ...statement }) => [id, statement]))
}

type Ran = { query: string; mean: number }

/** The statements run since `before`, per call. */
export async function listSince(app: pg.Client, before: Statements): Promise<Ran[]> {
  return [...(await readStatements(app))].flatMap(([id, { query, calls, total }]) => {
    const was = before.get(id)
    const more = calls - (was?.calls ?? 0)
    return more > 100 ? [{ query, mean: (total - (was?.total ?? 0)) / more }] : []
  })
}

/** Prints the plan of the slowest statement. */
export async function printSlowest(app: pg.Client, ran: Ran[], what: string): Promise<void> {
  const [slowest] = ran.toSorted((one, other) => other.mean - one.mean)
  if (!slowest) return
  console.log(`\n-- ${what}: ${slowest.mean.toFixed(2)} ms\n${slowest.query.slice(0, 600)}`)
  const plan = await app
    .query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${slowest.query}`)
    .catch(() => undefined)
  for (const line of plan?.rows ?? []) console.log(`   ${line['QUERY PLAN']}`)
}
