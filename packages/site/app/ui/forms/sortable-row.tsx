import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import * as uiWords from '../words.ts'

interface SortableRowProps {
  name: string
  index: number
  count: number
  move: (from: number, to: number) => void
  onRemove?: () => void
  children: React.ReactNode
  /** What stands under it. */
  below?: React.ReactNode
}

/** The row that is dragged: a browser tells its target nothing about it before the drop. */
let dragged = -1

/** A row of an ordered list, which moves by dragging and by its buttons. */
export const SortableRow = ({
  name,
  index,
  count,
  move,
  onRemove,
  children,
  below,
}: SortableRowProps) => (
  <li
    draggable
    onDragStart={() => {
      dragged = index
    }}
    onDragOver={(event) => event.preventDefault()}
    onDrop={(event) => {
      event.preventDefault()
      move(dragged, index)
    }}
    className="panel grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 p-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto] sm:gap-x-3"
  >
    {/* A touch screen drags nothing. */}
    <GripVertical aria-hidden size={18} className="hidden cursor-grab text-soft sm:block" />
    {children}
    <span className="flex">
      <IconButton
        label={uiWords.moveUp(name)}
        isDisabled={index === 0}
        onPress={() => move(index, index - 1)}
      >
        <ArrowUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={uiWords.moveDown(name)}
        isDisabled={index === count - 1}
        onPress={() => move(index, index + 1)}
      >
        <ArrowDown aria-hidden size={18} />
      </IconButton>
      {onRemove ? (
        <IconButton label={uiWords.removeNamed(name)} onPress={onRemove}>
          <X aria-hidden size={18} />
        </IconButton>
      ) : null}
    </span>
    {below}
  </li>
)

interface IconButtonProps {
  label: string
  isDisabled?: boolean
  onPress: () => void
  children: React.ReactNode
}

/** A disabled button keeps the focus, which follows its tool. */
const IconButton = ({ label, isDisabled = false, onPress, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isDisabled || undefined}
    onClick={() => !isDisabled && onPress()}
    className={`grid size-11 place-items-center rounded-control hover:bg-sunken ${isDisabled ? 'cursor-not-allowed opacity-60' : ''}`}
  >
    {children}
  </button>
)
