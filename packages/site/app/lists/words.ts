import { isolate } from '../ui/format/direction.ts'
import { formatCount } from '../ui/format/numbers.ts'

export const title = 'Lists'
export const description = 'Lists of tools that members share.'
export const intro = 'Keep the tools you want to remember, compare them, and share the list.'
export const publicTitle = 'Public lists'
export const publicNone = 'No public lists yet.'
export const ownTitle = 'Your lists'
export const ownNone = 'You have no lists yet. Choose “New list”, or “Save” on the page of a tool.'
export const newList = 'New list'
export const create = 'Create List'
export const localTitle = 'Saved in this browser'
export const localText = 'Sign in, and they are kept in a list of your account.'
export const localNone = 'No tools saved in this browser yet. Choose “Save” on the page of a tool.'
export const signIn = 'Sign in'

export const saveTitle = (tool: string) => `Save ${tool}`
export const saveIn = 'List'
export const saveName = 'Name of the new list'
export const saveSubmit = 'Save'
export const saveLocal = 'Save in this browser'
export const saveLocalText = 'With an account you keep tools in lists, on all your devices.'
export const saved = (tool: string) => `${isolate(tool)} is saved.`

export const tools = (count: number) => (count === 1 ? '1 tool' : `${formatCount(count)} tools`)
/** After the logos of its first tools. */
export const moreTools = (count: number) => `+${formatCount(count)}`
export const copies = (count: number) =>
  count === 1 ? 'copied once' : `copied ${formatCount(count)} times`
export const by = 'By {author}'
export const VISIBILITIES = {
  private: 'Private',
  unlisted: 'Unlisted',
  public: 'Public',
} as const
export const visibilityHints = {
  private: 'Only you see it.',
  unlisted: 'People with its address see it.',
  public: 'Everyone sees it, also on the pages of its tools.',
} as const

export const compareFirst = 'Compare the first four'
export const copy = 'Copy this list'
export const copied = 'The list is copied to your account.'
export const edit = 'Edit'
export const empty = 'This list has no tools yet.'
export const missing = 'List not found'
export const missingText = "The list you're looking for doesn't exist or is private."
export const allLists = 'All lists'

export const editTitle = 'Edit your list'
export const fieldName = 'Name *'
export const fieldDescription = 'Description'
export const fieldVisibility = 'Who sees it'
export const nameRequired = 'Name is required'
export const listUpdated = 'List updated.'
export const addTool = 'Add a tool'
export const order = 'Tools in order'
export const note = (tool: string) => `Note on ${tool}`
export const notePlaceholder = 'Why is it on the list?'
export const show = 'Show the list'
export const deleteList = 'Delete list'
export const deleteTitle = 'Delete this list?'
export const deleteText = 'It cannot be brought back. Copies of other members stay.'
export const deleted = 'List deleted.'
