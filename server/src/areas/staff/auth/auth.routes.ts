import { auth } from '@zhanggui/contract/staff/auth.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { disableOwnTotp, enableTotp, renewOwnRecoveryCodes, startSetup } from '../own/own-factor.service.ts'
import { checkSetupToken, hasAdministrator, setUp } from '../set-up/setup.service.ts'
import { leave, makeCaptcha, proveIdentity, signIn, signInWithFactor } from '../sign-in/login.service.ts'
import { getPasswordPolicy } from '../sign-in/password.service.ts'
import { forgotPassword, resetForgotten } from '../sign-in/password-reset.service.ts'
import { listTrustedDevices, removeTrustedDevice } from '../sign-in/second-factor.service.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../sign-in/session.service.ts'
import { describeSignedIn } from '../sign-in/signed-in.service.ts'
import { describeSite } from './site.service.ts'

export const serveAuth = (app: App) =>
  serve(app, auth, {
    site: (ctx) => describeSite(ctx),
    setupStatus: async (ctx) =>
      (await hasAdministrator(ctx)) ? { required: false } : { required: true, needToken: true },
    setup: (ctx, { body }) => setUp(ctx, body),
    checkSetupToken: async (ctx, { body }) => {
      await checkSetupToken(ctx, body.setupToken)
      return {}
    },
    code: (ctx, { query }) => makeCaptcha(ctx, query.required),
    login: (ctx, { body }) => signIn(ctx, body),
    loginTotp: (ctx, { body }) => signInWithFactor(ctx, body),
    forgot: (ctx, { body }) => forgotPassword(ctx, body),
    reset: async (ctx, { body }) => {
      await resetForgotten(ctx, body)
      return {}
    },
    resetPolicy: (ctx) => getPasswordPolicy(ctx),
    totpSetup: (ctx) => startSetup(ctx),
    totpEnable: async (ctx, { body }) => ({ recoveryCodes: await enableTotp(ctx, body.code) }),
    totpDisable: async (ctx, { body }) => {
      await disableOwnTotp(ctx, body)
      return {}
    },
    totpRecovery: async (ctx, { body }) => ({ recoveryCodes: await renewOwnRecoveryCodes(ctx, body.password) }),
    trustedDevices: (ctx) => listTrustedDevices(ctx),
    removeTrustedDevice: async (ctx, { params }) => {
      await removeTrustedDevice(ctx, params.id)
      return {}
    },
    info: (ctx) => describeSignedIn(ctx),
    logout: async (ctx) => {
      await leave(ctx)
      return {}
    },
    reauth: async (ctx, { body }) => {
      await proveIdentity(ctx, body)
      return {}
    },
    sessions: (ctx) => listOwnSessions(ctx),
    removeSession: async (ctx, { params }) => {
      await endOwnSession(ctx, params.id)
      return {}
    },
    removeOtherSessions: async (ctx) => {
      await endOtherSessions(ctx)
      return {}
    },
  })
