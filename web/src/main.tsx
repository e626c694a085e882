import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { setReactions } from './api/reactions.ts'
import { Providers } from './shell/providers.tsx'
import { reactions } from './shell/reactions.ts'
import { startRouter } from './shell/routing/router.tsx'
import { keepScrollGutter } from './shell/scroll-gutter.ts'
import { nonceStyles } from './shell/style-nonce.ts'
import './shell/base.css'

nonceStyles()
keepScrollGutter()
setReactions(reactions)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={startRouter()} />
    </Providers>
  </StrictMode>,
)
