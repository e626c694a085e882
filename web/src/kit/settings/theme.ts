import { contrast, darker, mix, shaded } from '@zhanggui/domain/colour.ts'
import type { ThemeConfig } from 'antd'
import { type Neutrals, type Palette, paletteVariables } from './palette.ts'

/** The swatches of the settings panel, in order. */
export const themeColours = [
  '#1890ff',
  '#409EFF',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const

export const defaultColour: string = themeColours[0]

/** White on a solid button reaches this, a little more than the 4.5 that WCAG asks for. */
const SOLID_CONTRAST = 4.6
/** What WCAG asks of a mark that is no text, such as the ring around what has the focus. */
const MARK_CONTRAST = 3
/** The named colours of tags; the library writes text in the seventh shade of each. */
const tagColours = {
  red: '#f5222d',
  orange: '#fa8c16',
  gold: '#faad14',
  green: '#52c41a',
  cyan: '#13c2c2',
  blue: '#1677ff',
  purple: '#722ed1',
  magenta: '#eb2f96',
} as const

const white = '#ffffff'

/** Whether a string is a valid theme colour: `#` and six hexadecimal digits. */
export function isThemeColour(text: unknown): text is string {
  return typeof text === 'string' && /^#[\da-f]{6}$/i.test(text)
}

/**
 * A text colour for a background: the colour itself if the contrast suffices, otherwise of the same hue, lighter or darker
 * until it is legible.
 */
export function readableOn(colour: string, background: string): string {
  return shaded(colour, background, 4.5)
}

/** On dark grounds a colour glares before it is easy to read: links there are paler than legibility alone would ask. */
const DARK_CONTRAST = 7

/** The colour of a link, or of what is chosen, on a ground. */
export function linkOn(colour: string, ground: string): string {
  const isDark = contrast(white, ground) > contrast('#000000', ground)
  return shaded(colour, ground, isDark ? DARK_CONTRAST : 4.5)
}

/** The ground of white text in the theme colour: of the same hue, as dark as the text needs. */
export function solidOf(colour: string): { solid: string; hover: string; press: string } {
  const solid = shaded(colour, white, SOLID_CONTRAST)
  return { solid, hover: darker(solid, 0.05), press: darker(solid, 0.09) }
}

/** What follows from the theme colour in an appearance. */
export type ThemeShades = {
  solid: string
  solidHover: string
  solidPress: string
  link: string
  /** The ring around what has the focus. */
  ring: string
  tint1: string
  tint2: string
  tintLine: string
}

export function themeShades(colour: string, { surface, raised }: Neutrals): ThemeShades {
  const { solid, hover, press } = solidOf(colour)
  const tint2 = mix(surface, colour, 0.12)
  return {
    solid,
    solidHover: hover,
    solidPress: press,
    // Links also stand on chosen rows and in dialogs.
    link: linkOn(linkOn(colour, tint2), raised),
    ring: shaded(colour, raised, MARK_CONTRAST),
    tint1: mix(surface, colour, 0.06),
    tint2,
    tintLine: mix(surface, colour, 0.36),
  }
}

/** The CSS variables of an appearance in a theme colour: the palette, what follows from the colour, and its tints. */
export function themeVariables(colour: string, palette: Palette): Record<string, string> {
  const { solid, solidHover, solidPress, link, ring, tint1, tint2, tintLine } = themeShades(colour, palette.neutrals)
  const tints = Array.from({ length: 9 }, (_, index) => [
    `--color-primary-tint-${index + 1}`,
    mix(colour, white, (index + 1) / 10),
  ])
  return {
    ...paletteVariables(palette),
    '--color-primary': colour,
    ...Object.fromEntries(tints),
    '--color-primary-shade-1': mix(colour, '#000000', 0.1),
    '--solid': solid,
    '--solid-hover': solidHover,
    '--solid-press': solidPress,
    '--link': link,
    '--ring': ring,
    '--tint-1': tint1,
    '--tint-2': tint2,
    '--tint-line': tintLine,
  }
}

/** The component library's tokens of an appearance in a theme colour (design reference, 10). */
export function themeTokens(colour: string, palette: Palette): Pick<ThemeConfig, 'token' | 'components'> {
  const { neutrals, tones } = palette
  const { solid, solidHover, solidPress, link, ring, tint1, tint2 } = themeShades(colour, neutrals)
  const danger = tones.alert.text
  const ground = { colorPrimary: solid, colorPrimaryHover: solidHover }
  const off = readableOn(neutrals.text3, white)
  const tags = Object.entries(tagColours).map(([name, tagColour]) => [
    `${name}7`,
    readableOn(tagColour, mix(neutrals.surface, tagColour, 0.12)),
  ])
  return {
    token: {
      colorPrimary: colour,
      borderRadius: 6,
      borderRadiusLG: 8,
      colorBgLayout: neutrals.bg,
      colorBgContainer: neutrals.surface,
      colorBgElevated: neutrals.raised,
      colorText: neutrals.text,
      colorTextSecondary: neutrals.text2,
      colorTextTertiary: neutrals.text3,
      colorTextDescription: neutrals.text3,
      colorTextPlaceholder: neutrals.text3,
      colorBorder: neutrals.lineStrong,
      colorBorderSecondary: neutrals.line,
      colorSplit: neutrals.line,
      boxShadow: neutrals.shadow,
      boxShadowSecondary: neutrals.shadow,
      colorLink: link,
      // The library would take other shades of these, which are not legible on every ground.
      colorLinkHover: link,
      colorLinkActive: link,
      // Focus (design reference, 9) is a ring of 2 px; in fields their line is one of them.
      lineWidthFocus: 2,
      colorPrimaryBorder: ring,
      controlOutlineWidth: 1,
      controlOutline: ring,
      colorErrorOutline: tones.alert.mark,
      colorWarningOutline: tones.todo.mark,
      motionDurationMid: '0.18s',
    },
    components: {
      Button: {
        ...ground,
        colorPrimaryActive: solidPress,
        primaryColor: white,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 400,
        colorLink: link,
        colorLinkHover: link,
        colorLinkActive: link,
        // Otherwise those of solid buttons, which are grounds of white text.
        defaultHoverColor: link,
        defaultHoverBorderColor: link,
        defaultActiveColor: link,
        defaultActiveBorderColor: link,
        colorError: danger,
        colorErrorHover: mix(danger, neutrals.text, 0.15),
        colorErrorActive: mix(danger, neutrals.text, 0.25),
        dangerColor: contrast(white, danger) < 4.5 ? neutrals.bg : white,
      },
      Checkbox: ground,
      Radio: ground,
      // Off: dark enough for its white word.
      Switch: { ...ground, colorTextQuaternary: off, colorTextTertiary: off },
      DatePicker: ground,
      Steps: ground,
      Progress: { defaultColor: colour },
      Typography: {
        colorErrorText: tones.alert.text,
        colorSuccessText: tones.done.text,
        colorWarningText: tones.todo.text,
      },
      Form: { colorError: tones.alert.text, colorWarning: tones.todo.text, verticalLabelPadding: '0 0 4px' },
      Table: {
        headerBg: neutrals.sunken,
        headerColor: neutrals.text2,
        headerSplitColor: 'transparent',
        rowHoverBg: neutrals.hover,
        rowSelectedBg: tint1,
        rowSelectedHoverBg: tint2,
        borderColor: neutrals.line,
        headerBorderRadius: 0,
      },
      Tabs: { horizontalItemGutter: 16, itemSelectedColor: link, itemHoverColor: link, inkBarColor: colour },
      Card: { headerHeight: 42, headerFontSize: 14, bodyPadding: 16 },
      Tag: {
        ...Object.fromEntries(tags),
        defaultBg: tones.idle.bg,
        defaultColor: tones.idle.text,
        lineWidth: 0,
        colorInfo: tones.wait.text,
        colorSuccess: tones.done.text,
        colorWarning: tones.todo.text,
        colorError: tones.alert.text,
      },
      Drawer: { paddingLG: 20 },
      Modal: { borderRadiusLG: 10 },
      Segmented: { trackBg: neutrals.bg },
      Descriptions: { labelColor: neutrals.text3 },
    },
  }
}
