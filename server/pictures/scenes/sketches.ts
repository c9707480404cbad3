import { createHash } from 'node:crypto'

/** The kinds of interfaces that a picture can sketch. */
export const SKETCHES = ['board', 'table', 'chart', 'editor', 'chat', 'terminal'] as const
export type SketchKind = (typeof SKETCHES)[number]

/** A window, in pixels. */
export interface SketchBox {
  width: number
  height: number
  /** As an SVG color. */
  accent: string
  /** Numbers from 0 up to a limit, always the same for one picture. */
  below: (limit: number) => number
}

const BAR = 44
const PAPER = '#ffffff'
const LINE = '#e4e4e0'
const SOFT = '#d3d3ce'
const INK = '#8b8d92'
const DARK = '#16181d'

const drawRect = (x: number, y: number, width: number, height: number, fill: string, radius = 6) =>
  `<rect x="${Math.round(x)}" y="${Math.round(y)}" width="${Math.round(width)}" height="${Math.round(height)}" rx="${radius}" fill="${fill}"/>`

const drawCircle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius}" fill="${fill}"/>`

/** A line of text, as a bar. */
const drawTextBar = (x: number, y: number, width: number, fill = SOFT) =>
  drawRect(x, y, width, 12, fill)

/** A window with a sketch of an interface, at the origin. */
export function drawSketch(kind: SketchKind, box: SketchBox): string {
  const isDark = kind === 'terminal'
  const paper = isDark ? DARK : PAPER
  const dots = [24, 48, 72]
    .map((x) => drawCircle(x, BAR / 2, 6, isDark ? '#3a3d45' : SOFT))
    .join('')
  return `<rect width="${box.width}" height="${box.height}" rx="18" fill="#000" opacity=".18" transform="translate(0 14)"/><clipPath id="window"><rect width="${box.width}" height="${box.height}" rx="18"/></clipPath><g clip-path="url(#window)">${drawRect(0, 0, box.width, box.height, paper, 0)}${dots}${drawRect(0, BAR, box.width, 2, isDark ? '#2a2d35' : LINE, 0)}<g transform="translate(0 ${BAR})">${DRAW[kind]({ ...box, height: box.height - BAR })}</g></g>`
}

const DRAW: Record<SketchKind, (box: SketchBox) => string> = {
  board: ({ width, height, accent, below }) => {
    const column = (width - 32) / 3
    return [0, 1, 2]
      .map((i) => {
        const x = 24 + i * column
        const cards = 2 + below(3)
        const drawn = Array.from({ length: cards }, (_, k) => {
          const y = 76 + k * 104
          const label = below(3) === 0 ? drawRect(x + 28, y + 52, 54, 16, accent, 8) : ''
          return `${drawRect(x + 10, y, column - 36, 88, '#fff', 10)}${drawTextBar(x + 28, y + 20, 60 + below(Math.max(column - 150, 20)))}${label || drawTextBar(x + 28, y + 52, 40 + below(40), LINE)}`
        }).join('')
        return `${drawRect(x, 20, column - 16, height, '#f1f1ee', 12)}${drawTextBar(x + 16, 40, 70, i === 1 ? accent : INK)}${drawn}`
      })
      .join('')
  },
  table: ({ width, height, accent, below }) => {
    const rows = Math.floor((height - 70) / 52)
    const head = [0.06, 0.4, 0.62, 0.82].map((x) => drawTextBar(width * x, 28, 60, INK)).join('')
    return `${head}${Array.from({ length: rows }, (_, i) => {
      const y = 66 + i * 52
      return `${drawRect(24, y, width - 48, 2, LINE, 0)}${drawCircle(width * 0.06 + 10, y + 26, 11, i % 4 === 0 ? accent : SOFT)}${drawTextBar(width * 0.06 + 34, y + 20, 60 + below(110))}${drawTextBar(width * 0.4, y + 20, 40 + below(70))}${drawRect(width * 0.62, y + 16, 64, 20, below(2) ? accent : LINE, 10)}${drawTextBar(width * 0.82, y + 20, 30 + below(50))}`
    }).join('')}`
  },
  chart: ({ width, height, accent, below }) => {
    const bars = 9
    const step = (width - 96) / bars
    const base = height - 48
    const heights = Array.from({ length: bars }, (_, i) => 60 + i * 12 + below(90))
    const columns = heights
      .map((high, i) =>
        drawRect(56 + i * step, base - high, step - 16, high, i % 3 === 2 ? accent : LINE, 6),
      )
      .join('')
    const points = heights.map(
      (high, i) => `${Math.round(56 + i * step + (step - 16) / 2)},${Math.round(base - high - 40)}`,
    )
    return `${drawTextBar(48, 28, 150, INK)}${drawRect(48, 54, 96, 26, SOFT)}${columns}<polyline points="${points.join(' ')}" fill="none" stroke="${accent}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>${drawRect(40, base + 6, width - 80, 3, LINE, 0)}`
  },
  editor: ({ width, height, accent, below }) => {
    const side = Math.round(width * 0.26)
    const files = Array.from({ length: 7 }, (_, i) =>
      drawTextBar(28 + (i % 3) * 14, 32 + i * 40, 60 + below(50), i === 2 ? accent : SOFT),
    ).join('')
    const paragraphs = Array.from({ length: Math.floor((height - 120) / 34) }, (_, i) =>
      i % 5 === 4
        ? ''
        : drawTextBar(side + 40, 104 + i * 34, (width - side - 90) * (0.55 + below(45) / 100)),
    ).join('')
    return `${drawRect(0, 0, side, height, '#f6f6f3', 0)}${files}${drawRect(side + 40, 36, (width - side) * 0.5, 34, DARK, 8)}${paragraphs}${drawRect(side + 40, 172, 4, 24, accent, 0)}`
  },
  chat: ({ width, height, accent, below }) =>
    Array.from({ length: Math.floor((height - 90) / 84) }, (_, i) => {
      const isOwn = i % 3 === 1
      const long = width * (0.34 + below(26) / 100)
      const x = isOwn ? width - long - 32 : 84
      const y = 28 + i * 84
      return `${isOwn ? '' : drawCircle(48, y + 28, 20, i % 2 ? SOFT : accent)}${drawRect(x, y, long, 58, isOwn ? accent : '#f1f1ee', 16)}${drawTextBar(x + 20, y + 15, long * 0.7, isOwn ? '#ffffffcc' : SOFT)}${drawTextBar(x + 20, y + 34, long * 0.45, isOwn ? '#ffffff99' : LINE)}`
    }).join('') + drawRect(32, height - 52, width - 64, 36, '#f1f1ee', 18),
  terminal: ({ width, height, accent, below }) =>
    Array.from({ length: Math.floor((height - 40) / 36) }, (_, i) => {
      const y = 28 + i * 36
      if (i % 4 === 0)
        return `${drawTextBar(32, y, 16, accent)}${drawTextBar(60, y, width * (0.25 + below(25) / 100), '#e9e9ee')}`
      return `${drawTextBar(60, y, 60 + below(80), i % 4 === 3 ? accent : '#5b5f6a')}${drawTextBar(220, y, width * (0.1 + below(30) / 100), '#3a3d45')}`
    }).join(''),
}

const OF_CATEGORY: Record<string, [SketchKind, SketchKind]> = {
  'AI & Automation': ['chat', 'board'],
  Analytics: ['chart', 'table'],
  Communication: ['chat', 'board'],
  'Content Management': ['editor', 'board'],
  'Customer Support': ['chat', 'table'],
  'Data & Database': ['table', 'terminal'],
  'Design & Creative': ['board', 'editor'],
  Development: ['editor', 'terminal'],
  'DevOps & Infrastructure': ['terminal', 'chart'],
  'Education & Learning': ['editor', 'chart'],
  'Finance & Business': ['table', 'chart'],
  'HR & Recruitment': ['board', 'table'],
  'Legal & Compliance': ['editor', 'table'],
  'Marketing & Sales': ['board', 'chart'],
  Productivity: ['board', 'editor'],
}

/** Two kinds of interfaces that fit tools of a category. */
export const sketchesOf = (category: string): [SketchKind, SketchKind] =>
  OF_CATEGORY[category] ?? ['table', 'chart']

/** @returns a function whose numbers, from 0 to below a limit, depend only on the seed */
export function createNumbers(seed: string): (limit: number) => number {
  let count = 0
  return (limit) =>
    createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE(0) % limit
}
