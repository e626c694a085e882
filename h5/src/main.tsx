import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readDocument } from './app/inlined.ts'
import { loadOpened } from './app/opened.ts'
import { markEntry } from './go/go.ts'
import { noteSpread } from './go/spread.ts'

const path = readDocument()
markEntry()
noteSpread()
const opened = await loadOpened(path)
createRoot(document.getElementById('root') as HTMLElement).render(<App opened={opened} />)
