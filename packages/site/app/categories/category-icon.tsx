import {
  Bot,
  ChartColumn,
  Clapperboard,
  Code,
  Database,
  FileText,
  GraduationCap,
  House,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Palette,
  Scale,
  ServerCog,
  Share2,
  ShieldCheck,
  ShoppingCart,
  Users,
  Wallet,
} from 'lucide-react'

/** The hues of the colors in the table `categories`, in OKLCH degrees. Grays have no hue. */
const HUES: Readonly<Record<string, number>> = {
  red: 25,
  orange: 48,
  amber: 72,
  yellow: 92,
  lime: 125,
  green: 148,
  emerald: 162,
  teal: 183,
  cyan: 208,
  sky: 232,
  blue: 258,
  indigo: 275,
  violet: 292,
  purple: 304,
  fuchsia: 322,
  pink: 350,
  rose: 12,
}

/** Returns the colors of a category's icon in both themes. @param color from the table `categories` */
function toIconColors(color: string): React.CSSProperties {
  const hue = HUES[color]
  const [chroma, paleChroma] = hue === undefined ? [0.02, 0.01] : [0.13, 0.05]
  return {
    color: `light-dark(oklch(0.45 ${chroma} ${hue ?? 262}), oklch(0.85 ${chroma * 0.8} ${hue ?? 262}))`,
    backgroundColor: `light-dark(oklch(0.95 ${paleChroma} ${hue ?? 262}), oklch(0.32 ${paleChroma} ${hue ?? 262}))`,
  }
}

/** The icons in the table `categories`; imported one by one, so that the bundle contains no others. */
const ICONS: Record<string, LucideIcon> = {
  bot: Bot,
  palette: Palette,
  megaphone: Megaphone,
  'list-checks': ListChecks,
  code: Code,
  'chart-column': ChartColumn,
  'messages-square': MessagesSquare,
  wallet: Wallet,
  'shopping-cart': ShoppingCart,
  'shield-check': ShieldCheck,
  'graduation-cap': GraduationCap,
  'life-buoy': LifeBuoy,
  users: Users,
  'file-text': FileText,
  'share-2': Share2,
  clapperboard: Clapperboard,
  database: Database,
  'server-cog': ServerCog,
  scale: Scale,
  house: House,
}

/** What administrators choose from for a category. */
export const ICON_NAMES = Object.keys(ICONS)
export const COLOR_NAMES = [...Object.keys(HUES), 'gray']

interface CategoryIconProps {
  /** A name of the icons, or an emoji. */
  icon: string
  color: string
  className?: string
}

export const CategoryIcon = ({ icon, color, className = 'size-10' }: CategoryIconProps) => {
  const Icon = ICONS[icon] ?? FileText
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-control ${className}`}
      style={toIconColors(color)}
    >
      {/^[\w-]*$/.test(icon) ? (
        <Icon aria-hidden size={20} />
      ) : (
        <span aria-hidden className="text-lg leading-none">
          {icon}
        </span>
      )}
    </span>
  )
}
