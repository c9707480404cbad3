import { useState } from 'react'
import { sendCommand } from '../data/command.ts'
import { describeAs } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { IDENTITY } from '../shared/identity.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { today } from '../ui/format/day.ts'
import * as settingsWords from './words.ts'

/** All data of the member, as one file. */
export function DownloadData() {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const supabase = await getSupabase()
    const data = await sendCommand(supabase.rpc('download_my_data')).catch(
      describeAs(settingsWords.dataFailed),
    )
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${IDENTITY.name.toLowerCase()}-${today()}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <section className="panel grid gap-3 p-6" aria-labelledby="data">
      <h2 id="data" className="display text-2xl">
        {settingsWords.dataTitle}
      </h2>
      <p className="text-soft">{settingsWords.dataText}</p>
      <div>
        <Button
          look="secondary"
          disabled={isBusy}
          onClick={() => toastFailure(download().finally(() => setBusy(false)))}
        >
          {isBusy ? settingsWords.dataPreparing : settingsWords.dataDownload}
        </Button>
      </div>
    </section>
  )
}
