import { Link } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import type { Database } from '../../data/database.types.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { Section } from '../../ui/panels.tsx'
import { useChange } from '../staff/edit-form.tsx'
import * as sourcesWords from '../words/sources.ts'

export type SourceRow = Database['public']['Tables']['sources']['Row']

/** The key of the query for them. */
export const SOURCES_KEY = 'sources of staff'

interface Sources {
  sources: SourceRow[]
  gone: Database['public']['Functions']['gone_tools']['Returns']
}

export async function listSources(signal: AbortSignal): Promise<Sources> {
  const supabase = await getSupabase()
  const [sources, gone] = await Promise.all([
    sendCommand(supabase.from('sources').select('*').order('id').abortSignal(signal)),
    sendCommand(supabase.rpc('gone_tools').abortSignal(signal)),
  ])
  return { sources, gone }
}

const isWeb = (address: string) => /^https?:\/\//i.test(address)

interface SourceListProps extends Sources {
  isBusy: boolean
  onRead: (source: SourceRow) => void
}

/** The lists that the catalog comes from, each with its last result and the tools that left it. */
export function SourceList({ sources, gone, isBusy, onRead }: SourceListProps) {
  const change = useChange(SOURCES_KEY, () => {})
  return (
    <Section id="sources" title={sourcesWords.listTitle} className="grid gap-3">
      {sources.length === 0 ? (
        <p className="panel p-6 text-soft">{sourcesWords.none}</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {sources.map((source) => {
            const { id, address, kind, every, last_read_at } = source
            const name = sourcesWords.nameSource(address)
            const left = gone.filter((each) => each.source === id)
            return (
              <li key={id} className="grid gap-3 p-4 wrap-anywhere">
                <div>
                  <h3 className="font-medium">{name}</h3>
                  <p className="text-sm text-soft">
                    {sourcesWords.detail(kind, every, last_read_at && formatDay(last_read_at))}
                  </p>
                  <p className="text-sm">{sourcesWords.result(source.last_result)}</p>
                </div>
                {left.length > 0 ? (
                  <details className="text-sm">
                    <summary className="min-h-6 cursor-pointer text-link">
                      {sourcesWords.goneCount(left.length)}
                    </summary>
                    <ul className="mt-2 grid gap-1">
                      {left.map(({ tool, slug, name: toolName, since }) => (
                        <li key={tool}>
                          <Link to={`/tool/${slug}`} className="text-link underline">
                            {toolName}
                          </Link>{' '}
                          <span className="text-soft">{sourcesWords.notIn(address, since)}</span>
                        </li>
                      ))}
                    </ul>
                  </details>
                ) : null}
                <div className="flex flex-wrap gap-3">
                  {isWeb(address) ? (
                    <Button look="secondary" disabled={isBusy} onClick={() => onRead(source)}>
                      <Rich text={sourcesWords.readAgain} parts={{ name, hidden }} />
                    </Button>
                  ) : null}
                  <ConfirmButton
                    label={<Rich text={sourcesWords.remove} parts={{ name, hidden }} />}
                    title={sourcesWords.removeTitle(name)}
                    text={sourcesWords.removeText}
                    confirmLabel={sourcesWords.removeConfirm}
                    onConfirm={() =>
                      change(async () => {
                        await callFunction('remove_source', { id })
                        return sourcesWords.removed(name)
                      })
                    }
                  />
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
