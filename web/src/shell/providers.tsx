import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { lazy, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useFeedback } from '../kit/feedback/feedback.ts'
import { useSettings } from '../kit/settings/settings.ts'
import { isDark } from '../kit/settings/settings-state.ts'
import { useSize } from '../kit/settings/size.ts'
import { type Size, sizeTokens } from '../kit/settings/sizes.ts'
import { readableComponents, themeTokens, themeVariables } from '../kit/settings/theme.ts'
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
    for (const [name, value] of Object.entries(themeVariables(colour))) style.setProperty(name, value)
    style.setProperty('--color-link', String(config.token?.colorLink))
  }, [colour, dark, config])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={zhCN} theme={config} button={{ autoInsertSpace: false }}>
        {children}
        {feedbackWanted && (
          <Suspense>
            <FeedbackOutlet />
          </Suspense>
        )}
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** Whether the console is currently dark (SH-106); charts and editors use it too. */
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

/** Same as in base.css. */
const lightSurfaces = { colorBgContainer: '#ffffff', colorBgElevated: '#ffffff', colorBgLayout: '#f5f7fa' }
const darkSurfaces = { colorBgContainer: '#1a1c20', colorBgElevated: '#24272c', colorBgLayout: '#101114' }
/** The library's own are too faint to read (1.11, accessibility). */
const lightTexts = { colorTextDescription: 'rgb(0 0 0 / 62%)', colorTextPlaceholder: 'rgb(0 0 0 / 56%)' }
const darkTexts = { colorTextDescription: 'rgb(255 255 255 / 65%)', colorTextPlaceholder: 'rgb(255 255 255 / 56%)' }

function themeConfig(colour: string, size: Size, dark: boolean, still: boolean): ThemeConfig {
  const [coloured, sized] = [themeTokens(colour), sizeTokens(size)]
  const surfaces = dark ? darkSurfaces : lightSurfaces
  const readable = readableComponents(colour, surfaces.colorBgContainer)
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...coloured.token,
      ...sized.token,
      ...surfaces,
      ...(dark ? darkTexts : lightTexts),
      colorLink: readable.Button.colorLink,
      motion: !still,
      fontFamily: 'inherit',
    },
    components: {
      ...sized.components,
      Button: { ...sized.components?.Button, ...coloured.components.Button, ...readable.Button },
      Typography: readable.Typography,
      Form: { ...sized.components?.Form, ...readable.Form },
      Tabs: { ...sized.components?.Tabs, ...readable.Tabs },
      Tag: { ...sized.components?.Tag, ...readable.Tag },
      Table: { ...sized.components?.Table, ...readable.Table },
      Switch: { ...sized.components?.Switch, ...readable.Switch },
      Descriptions: { labelColor: (dark ? darkTexts : lightTexts).colorTextDescription },
    },
  }
}
