import { frontAccount, frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { uploadBuyerPicture } from '../../file/file/file.service.ts'
import { bindBuyerPhone, editBuyer, resetBuyerPassword } from './buyer-account.service.ts'
import { endOwnBuyerSession } from './buyer-session.service.ts'
import { describeSignIn, sendCodeTo, signInByPassword, signInByPhone } from './buyer-sign-in.service.ts'
import { bindPhoneOfWechat, signInToOfficial, signInToProgram } from './wechat-sign-in.service.ts'

/** Answers `{}` for work that returns nothing. */
const done =
  <Input>(work: (ctx: Ctx, input: Input) => Promise<void>) =>
  async (ctx: Ctx, { body }: { body: Input }) => {
    await work(ctx, body)
    return {}
  }

export function serveBuyerSignIn(app: App): void {
  serve(app, frontSignIn, {
    config: (ctx) => describeSignIn(ctx),
    sendCode: done((ctx, { phone }: { phone?: string }) => sendCodeTo(ctx, phone)),
    mobile: (ctx, { body }) => signInByPhone(ctx, body),
    password: (ctx, { body }) => signInByPassword(ctx, body),
    program: (ctx, { body }) => signInToProgram(ctx, body),
    official: (ctx, { body }) => signInToOfficial(ctx, body),
    bindWechat: (ctx, { body }) => bindPhoneOfWechat(ctx, body),
    isSignedIn: ({ shopper }) => ({ exist: shopper !== undefined }),
  })
  serve(app, frontAccount, {
    logout: done((ctx) => endOwnBuyerSession(ctx)),
    resetPassword: done(resetBuyerPassword),
    edit: (ctx, { body }) => editBuyer(ctx, body),
    bindPhone: done(bindBuyerPhone),
    upload: (ctx, { files }) => uploadBuyerPicture(ctx, files),
  })
}
