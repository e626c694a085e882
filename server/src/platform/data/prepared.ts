import type { Db } from '../http/context.ts'

/**
 * A statement of a hot path: put together once for each database or transaction, named, so that PostgreSQL plans it
 * once for each connection.
 * @param name unique in the product
 */
export function prepared<Statement>(
  name: string,
  build: (db: Db) => { prepare(name: string): Statement },
): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db).prepare(name)
    built.set(db, statement)
    return statement
  }
}
