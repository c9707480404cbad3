import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { toToolPath } from '../../tools/tool.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { NothingWaits } from '../staff/staff-list.tsx'
import { StaffLoading, StaffPage } from '../staff/staff-page.tsx'
import * as catalogWords from '../words/catalog.ts'
import type { Route } from './+types/suggested'
import { CAPABILITIES_KEY } from './capability-form.tsx'
import { type SuggestedTool, SuggestionCount, useSuggestions } from './suggestion-count.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: catalogWords.suggestedTitle,
    description: catalogWords.suggestedDescription,
    noIndex: true,
  })

/** Capabilities that the texts of tools without any name (spec 5 §1). */
export default function SuggestedScreen() {
  return (
    <StaffPage title={catalogWords.suggestedTitle} intro={catalogWords.suggestedIntro}>
      <Suggestions />
    </StaffPage>
  )
}

function Suggestions() {
  const suggestions = useSuggestions()
  const { data, refetch } = suggestions
  const [isBusy, run] = useTask()
  /** The chosen capabilities of tools where a moderator has changed them. */
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly string[]>>>({})
  const list = useRef<HTMLDivElement>(null)
  if (!data) return <StaffLoading of={suggestions} rows={6} />
  const getChosen = ({ id, capabilities }: SuggestedTool) => chosen[id] ?? capabilities
  const accepted = data.filter((tool) => getChosen(tool).length > 0)
  const decide = (decisions: readonly [tool: SuggestedTool, capabilities: readonly string[]][]) => {
    void run(async () => {
      try {
        for (const [{ id: tool }, capabilities] of decisions)
          await callFunction('decide_capabilities', { tool, capabilities: [...capabilities] })
      } finally {
        await refetch()
        await queries.invalidateQueries({ queryKey: [CAPABILITIES_KEY] })
        // The buttons of the decided tools have disappeared.
        list.current?.focus()
      }
      const given = decisions.filter(([, capabilities]) => capabilities.length > 0).length
      if (given > 0) await toastSuccess(catalogWords.suggestedAccepted(given))
    })
  }
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      {data.length === 0 ? (
        <NothingWaits title={catalogWords.suggestedNone} text={catalogWords.suggestedNoneMore} />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <SuggestionCount tools={data} />
            <Button
              disabled={isBusy || accepted.length === 0}
              onClick={() => decide(accepted.map((tool) => [tool, getChosen(tool)]))}
            >
              {catalogWords.suggestedAcceptAll(accepted.length)}
            </Button>
          </div>
          <ul className="grid gap-4">
            {data.map((tool) => (
              <li key={tool.id} className="panel grid gap-3 p-4">
                <ToolText tool={tool} />
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                  <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
                    <legend className="sr-only">{catalogWords.suggestedFor(tool.name)}</legend>
                    {tool.capabilities.map((slug, at) => (
                      <label key={slug} className="inline-flex min-h-8 items-center gap-2">
                        <input
                          type="checkbox"
                          className="m-1 size-4 shrink-0 accent-ink"
                          checked={getChosen(tool).includes(slug)}
                          onChange={({ target }) => {
                            const others = getChosen(tool).filter((one) => one !== slug)
                            setChosen({
                              ...chosen,
                              [tool.id]: target.checked ? [...others, slug] : others,
                            })
                          }}
                        />
                        {tool.names[at]}
                      </label>
                    ))}
                  </fieldset>
                  <div className="flex flex-wrap gap-3">
                    <Button
                      look="secondary"
                      disabled={isBusy || getChosen(tool).length === 0}
                      onClick={() => decide([[tool, getChosen(tool)]])}
                    >
                      <Rich
                        text={catalogWords.suggestedAccept}
                        parts={{ name: tool.name, hidden }}
                      />
                    </Button>
                    <Button look="secondary" disabled={isBusy} onClick={() => decide([[tool, []]])}>
                      <Rich
                        text={catalogWords.suggestedDecline}
                        parts={{ name: tool.name, hidden }}
                      />
                    </Button>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const ToolText = ({ tool }: { tool: SuggestedTool }) => (
  <div className="grid gap-0.5 wrap-anywhere">
    <h2>
      <Link to={toToolPath(tool)} className="font-semibold leading-6 hover:underline">
        {tool.name}
      </Link>
    </h2>
    <p className="text-sm text-soft">{tool.category}</p>
    <p className="text-sm">{tool.description}</p>
  </div>
)
