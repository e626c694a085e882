import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { lazy, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useFeedback } from '../kit/feedback/feedback.ts'
import { palettes } from '../kit/settings/palette.ts'
import { useSettings } from '../kit/settings/settings.ts'
import { isDark } from '../kit/settings/settings-state.ts'
import { useSize } from '../kit/settings/size.ts'
import { type Size, sizeTokens, sizeVariables } from '../kit/settings/sizes.ts'
import { themeTokens, themeVariables } from '../kit/settings/theme.ts'
import { OfflineLine } from './live/offline-line.tsx'
import { useSiteSettings } from './site.ts'

const FeedbackOutlet = lazy(() => import('../kit/feedback/feedback-host.tsx'))

/** Context of every page: the query cache, and the component library in the user's colour, appearance and size. */
export function Providers({ children }: { children: ReactNode }) {
  const colour = useSettings((settings) => settings.theme)
  const { size } = useSize()
  const dark = useDark()
  const still = useMedia(stillQuery)
  const config = useMemo(() => themeConfig(colour, size, dark, still), [colour, size, dark, still])
  const feedbackWanted = useFeedback((feedback) => feedback.wanted)
  useSiteSettings()
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset.theme = dark ? 'dark' : 'light'
    const variables = { ...themeVariables(colour, paletteOf(dark)), ...sizeVariables(size) }
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value)
  }, [colour, dark, size])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={zhCN} theme={config} button={{ autoInsertSpace: false }}>
        {children}
        <OfflineLine />
        {feedbackWanted && (
          <Suspense>
            <FeedbackOutlet />
          </Suspense>
        )}
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** Whether the console is currently dark; charts and editors use it too. */
export function useDark(): boolean {
  const appearance = useSettings((settings) => settings.appearance)
  const prefersDark = useMedia(darkQuery)
  return isDark(appearance, prefersDark)
}

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)')
const stillQuery = window.matchMedia('(prefers-reduced-motion: reduce)')

function useMedia(query: MediaQueryList): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => query.matches)
}

/** The component library's theme in a colour, size and appearance. @param still without motion */
export function themeConfig(colour: string, size: Size, dark: boolean, still: boolean): ThemeConfig {
  const [coloured, sized] = [themeTokens(colour, paletteOf(dark)), sizeTokens(size)]
  const byColour: Components = coloured.components ?? {}
  const bySize: Components = sized.components ?? {}
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...coloured.token, ...sized.token, motion: !still, fontFamily: 'inherit' },
    components: Object.fromEntries(
      Object.keys({ ...byColour, ...bySize }).map((name) => [name, { ...bySize[name], ...byColour[name] }]),
    ),
  }
}

/** Tokens by component. Plain records, as spreading the library's own types takes the compiler half a minute. */
type Components = Record<string, object | undefined>

const paletteOf = (dark: boolean) => palettes[dark ? 'dark' : 'light']
