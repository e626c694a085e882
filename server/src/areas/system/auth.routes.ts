import { auth } from '@zhanggui/contract/auth.ts'
import { type App, serve } from '../../platform/serve.ts'
import { hasAdministrator } from './gate.service.ts'
import { leave, makeCaptcha, proveIdentity, signIn } from './login.service.ts'
import { endOwnSession, endSessions, listOwnSessions } from './session.service.ts'
import { setUp } from './setup.service.ts'
import { describeSignedIn } from './signed-in.service.ts'
import { describeSite } from './site.service.ts'

export const serveAuth = (app: App) =>
  serve(app, auth, {
    site: (ctx) => describeSite(ctx),
    setupStatus: async (ctx) =>
      (await hasAdministrator(ctx)) ? { required: false } : { required: true, needToken: true },
    setup: async (ctx, { body }) => {
      await setUp(ctx, body)
      return {}
    },
    code: (ctx) => makeCaptcha(ctx),
    login: (ctx, { body }) => signIn(ctx, body),
    info: (ctx) => describeSignedIn(ctx),
    logout: async (ctx) => {
      await leave(ctx)
      return {}
    },
    reauth: async (ctx, { body }) => {
      await proveIdentity(ctx, body.password)
      return {}
    },
    sessions: (ctx) => listOwnSessions(ctx),
    removeSession: async (ctx, { params }) => {
      await endOwnSession(ctx, params.id)
      return {}
    },
    removeOtherSessions: async (ctx) => {
      await endSessions(ctx, ctx.actor.userId, 'kicked', ctx.actor.sessionId)
      return {}
    },
  })
