import { useNavigate } from 'react-router'
import { sendCommand } from '../data/command.ts'
import { getSupabase, useSession } from '../session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { useTask } from '../ui/feedback/use-task.ts'
import * as listWords from './words.ts'

/** The owner edits the list; others copy it, and visitors sign in before. */
export function CopyList({ id, ownerId }: { id: string; ownerId: string | undefined }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [isBusy, run] = useTask()
  if (user && user.id === ownerId) {
    return (
      <LinkButton to={`/list/${id}/edit`} look="secondary">
        {listWords.edit}
      </LinkButton>
    )
  }
  const copy = async () => {
    if (!user) return navigate(`/auth?next=${encodeURIComponent(`/list/${id}`)}`)
    const copied = await sendCommand((await getSupabase()).rpc('copy_list', { list: id }))
    void toastSuccess(listWords.copied)
    await navigate(`/list/${copied}/edit`)
  }
  return (
    <Button
      look="secondary"
      disabled={isBusy}
      onClick={() => toastFailure(run(async () => void (await copy())))}
    >
      {listWords.copy}
    </Button>
  )
}
