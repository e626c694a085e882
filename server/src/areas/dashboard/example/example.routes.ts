import { example } from '@zhanggui/contract/dashboard/example.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { addExample, removeExample } from './example.service.ts'

export function serveExample(app: App): void {
  serve(app, example, { add: (ctx) => addExample(ctx), remove: (ctx) => removeExample(ctx) })
}
