'use client'

export function More({ next }) {
  return (
    <form
      action="/tools"
      className="mt-8 grid justify-items-center gap-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="after" value={next} />
      <button
        type="submit"
        className="inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-2 text-[0.9375rem] font-semibold transition-colors border-line bg-card text-ink shadow-card hover:border-edge hover:bg-sunken"
      >
        Show more
      </button>
    </form>
  )
}
