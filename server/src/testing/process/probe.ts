import { routes } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { sql } from 'drizzle-orm'
import { dicts } from '../../areas/setting/dict/dict.tables.ts'
import { audit } from '../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../platform/http/context.ts'
import { HttpError, tooMany } from '../../platform/http/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'

/** What happens after a name is stored: */
const after = [
  // before the commit
  ...['refuse', 'limit', 'fail', 'wait', 'aside'],
  // after it
  ...['linger', 'fail late', 'undo', 'refuse late', 'change'],
  // without a transaction at all
  ...['alone', 'alone, linger'],
  // by a second transaction
  'again',
] as const

export type After = (typeof after)[number]

/** Routes for tests of the kernel. */
export const probe = routes('probe', {
  store: {
    method: 'POST',
    path: '/api/probe/store',
    permission: 'auth',
    summary: '测试：写入',
    errors: [502],
    body: t.Object({ name: t.String({ title: '名称', minLength: 1 }), after: t.Optional(t.OneOf(after)) }),
    response: t.Saved,
  },
  change: {
    method: 'GET',
    path: '/api/probe/change',
    permission: 'auth',
    changes: true,
    summary: '测试：修改',
    response: t.Done,
  },
  open: { method: 'GET', path: '/api/probe/open', permission: 'public', summary: '测试：公开', response: t.Done },
})

/**
 * Serves the probes.
 * @param onWait called whenever a call starts to wait
 */
export function makeProbe(onWait = () => {}) {
  const released = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const pause = () => {
    onWait()
    waiting.resolve()
    return released.promise
  }
  const insert = async ({ db }: Ctx, name: string) => {
    const [row] = await db.insert(dicts).values({ name }).returning({ id: dicts.id })
    if (!row) throw new Error('a probe was not stored')
    return { id: row.id }
  }
  return {
    /** Resumes the waiting calls. */
    release: released.resolve,
    /** Resolves when the first call waits. */
    waiting: waiting.promise,
    serveMore: (app: App) =>
      serve(app, probe, {
        store: async (ctx, { body: { name, after: what } }) => {
          if (what?.startsWith('alone')) {
            const saved = await insert(ctx, name)
            if (what === 'alone, linger') await pause()
            return saved
          }
          const saved = await inTransaction(ctx, async (tx) => {
            const stored = await insert(tx, name)
            await audit(tx, { objectType: 'dict', objectId: stored.id, after: { name } })
            if (what === 'wait') await pause()
            if (what === 'aside') await tx.platform.db.execute(sql`select pg_sleep(0.01)`)
            if (what === 'refuse') throw new Refusal('不行')
            if (what === 'limit') throw tooMany(5)
            if (what === 'fail') throw new Error('secret detail of table dict')
            return stored
          })
          if (what === 'again') await inTransaction(ctx, (tx) => insert(tx, `${name} again`))
          if (what === 'linger') await pause()
          if (what === 'undo') {
            await inTransaction(ctx, ({ db }) => db.execute(sql`delete from dict where id = ${saved.id}`))
            throw new HttpError(502, 'UPSTREAM', '第三方服务异常')
          }
          if (what === 'fail late') throw new Error('secret detail of table dict')
          if (what === 'refuse late') throw new Refusal('不行')
          return what === 'change' ? { id: -saved.id } : saved
        },
        change: () => ({}),
        open: () => ({}),
      }),
  }
}
