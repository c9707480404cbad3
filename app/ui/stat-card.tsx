interface StatCardProps {
  label: string
  value: React.ReactNode
  hint?: string
}

/** A figure with its label, as a list item. */
export function StatCard({ label, value, hint }: StatCardProps) {
  return (
    // Neither a hint nor a label of two lines moves the figure out of its row.
    <li className={`panel grid gap-1 p-3 sm:p-5 ${hint ? 'content-start' : 'content-between'}`}>
      <span className="text-sm text-soft">{label}</span>
      <strong className="display text-3xl tabular-nums">{value}</strong>
      {hint ? <span className="text-sm text-soft">{hint}</span> : null}
    </li>
  )
}
