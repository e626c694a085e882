import { home } from '@zhanggui/contract/dashboard/home.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getHomeTodo } from './home-todo.service.ts'

export function serveHome(app: App): void {
  serve(app, home, { todo: (ctx) => getHomeTodo(ctx) })
}
