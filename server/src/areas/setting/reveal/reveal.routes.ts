import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { revealValue } from './reveal.service.ts'

export const serveReveal = (app: App) => serve(app, reveal, { show: (ctx, { body }) => revealValue(ctx, body) })
