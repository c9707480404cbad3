import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { siteContext } from '../data/site.ts'
import { readText } from '../shared/parameters.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/categories'
import { CategoryCard } from './category-card.tsx'
import { readCategories } from './read-categories.ts'
import * as categoryWords from './words.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await readCategories(context.get(siteContext)) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: categoryWords.browseTitle,
    description: categoryWords.browseDescription,
    path: '/categories',
  })

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  const [parameters] = useSearchParams()
  const preset = readText(parameters, 'category', 100)
  const [text, setText] = useState(preset)
  const [shownPreset, setShownPreset] = useState(preset)
  // Only a new URL replaces the text.
  if (shownPreset !== preset) {
    setShownPreset(preset)
    setText(preset)
  }
  const query = text.trim().toLowerCase()
  const found = categories.filter((category) =>
    [
      category.name,
      category.description,
      ...category.subcategories.map(({ name }) => name),
      ...category.aliases,
    ].some((field) => field.toLowerCase().includes(query)),
  )
  return (
    <div className="page py-6 max-sm:py-4">
      <h1 className="display mb-4 text-title">{categoryWords.browseTitle}</h1>
      <div className="mb-4 max-w-sm noscript:hidden">
        <InputField
          label={categoryWords.browseSearch}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={categoryWords.browsePlaceholder}
        />
      </div>
      <h2 className="sr-only">{categoryWords.browseList}</h2>
      {found.length === 0 ? (
        <Notice role="status" icon={SearchX} title={categoryWords.browseNone}>
          <Button look="secondary" onClick={() => setText('')}>
            {categoryWords.browseAll}
          </Button>
        </Notice>
      ) : (
        <ul className="grid gap-2 sm:gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {found.map((category) => (
            <li key={category.name}>
              <CategoryCard category={category} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
