import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readDocument } from './app/inlined.ts'
import { markEntry } from './go/go.ts'
import { noteSpread } from './go/spread.ts'

readDocument()
markEntry()
noteSpread()
createRoot(document.getElementById('root') as HTMLElement).render(<App />)
