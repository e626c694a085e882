import { routes } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { dicts } from '../areas/setting/dict/dict.tables.ts'
import { inTransaction } from '../platform/http/context.ts'
import { type App, serve } from '../platform/http/serve.ts'

/** Routes that do what tests of the kernel need done, and nothing else. */
export const probe = routes('probe', {
  store: {
    method: 'POST',
    path: '/api/probe/store',
    permission: 'auth',
    summary: '测试：写入',
    body: t.Object({
      name: t.String({ title: '名称', minLength: 1 }),
      after: t.Optional(t.OneOf(['refuse', 'fail', 'wait'])),
    }),
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

/** Serves the probes. */
export function makeProbe() {
  const released = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  return {
    /** Lets the calls go on that were told to wait. */
    release: released.resolve,
    /** Until the first call waits. */
    waiting: waiting.promise,
    serveMore: (app: App) =>
      serve(app, probe, {
        store: (ctx, { body }) =>
          inTransaction(ctx, async (tx) => {
            const [row] = await tx.db.insert(dicts).values({ name: body.name }).returning({ id: dicts.id })
            if (body.after === 'wait') {
              waiting.resolve()
              await released.promise
            }
            if (body.after === 'refuse') throw new Refusal('不行')
            if (body.after === 'fail' || !row) throw new Error('secret detail of table dict')
            return { id: row.id }
          }),
        change: () => ({}),
        open: () => ({}),
      }),
  }
}
