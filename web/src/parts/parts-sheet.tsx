// The parts of all screens side by side, light and dark: /parts.html of `npm run dev`, and in `npm run pictures`. It is no
// part of the built console. `?size=mini` shows another size.
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { palettes } from '../kit/settings/palette.ts'
import { sizeOf, sizeVariables } from '../kit/settings/sizes.ts'
import { defaultColour, themeVariables } from '../kit/settings/theme.ts'
import { themeConfig } from '../shell/providers.tsx'
import '../shell/base.css'
import styles from './parts.module.css'
import { Parts } from './parts.tsx'

const size = sizeOf(new URLSearchParams(window.location.search).get('size') ?? undefined)
const appearances = ['light', 'dark'] as const

const root = document.getElementById('root')
if (!root) throw new Error('parts.html has no #root')

createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      <div className={styles.sheet}>
        {appearances.map((appearance) => (
          <ConfigProvider
            key={appearance}
            locale={zhCN}
            theme={themeConfig(defaultColour, size, appearance === 'dark', true)}
            button={{ autoInsertSpace: false }}
          >
            <main
              className={styles.column}
              data-theme={appearance}
              style={{ ...themeVariables(defaultColour, palettes[appearance]), ...sizeVariables(size) }}
            >
              <Parts appearance={appearance === 'dark' ? '深色' : '浅色'} />
            </main>
          </ConfigProvider>
        ))}
      </div>
    </MemoryRouter>
  </QueryClientProvider>,
)
