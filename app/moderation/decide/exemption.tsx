import type { CaseAuthor } from '../../data/rpc-results.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { refreshCases } from '../case/case.ts'
import { setExempt } from './send-decision.ts'
import * as decideWords from './words.ts'

/** Whether a member's posts need no approval. */
export function Exemption({ author: { username, is_exempt } }: { author: CaseAuthor }) {
  const [isBusy, run] = useTask()
  const change = async () => {
    await setExempt(username, !is_exempt)
    await refreshCases()
    await toastSuccess(is_exempt ? decideWords.exemptEnded : decideWords.exemptStarted)
  }
  return (
    <section className="panel grid justify-items-start gap-3 p-6" aria-labelledby="exemption">
      <h2 id="exemption" className="display text-2xl">
        {decideWords.exemptTitle}
      </h2>
      <p className="text-sm text-soft">
        {is_exempt ? decideWords.exemptNow : decideWords.exemptNot}
      </p>
      <Button look="secondary" disabled={isBusy} onClick={() => void run(change)}>
        {is_exempt ? decideWords.exemptEnd : decideWords.exemptStart}
      </Button>
    </section>
  )
}
