import { formatCount, pluralize } from '../../ui/format/numbers.ts'

export const claimsTitle = 'Claims of makers'
export const claimsDescription = 'Companies that say that a tool is theirs.'
export const claimsIntro =
  'Most claims are proved by a token, without you. Decide about one if the company cannot publish the token, and check the claim in another way, such as by a message to an address at the tool’s website.'
export const claimsNone = 'No open claims'
export const claimHeading = '{company} claims {tool}'
export const claimWebsite = 'Website of the tool'
export const claimCompanyWebsite = 'Website of the company'
export const claimClaimant = 'Claimed by'
export const claimLastCheck = 'Last check'
export const claimExplanation = 'Explanation'
export const claimExplanationHint = '30 to 2,000 characters. The company gets it by email.'
export const claimAccept = 'Accept<hidden> the claim for {tool}</hidden>'
export const claimRefuse = 'Refuse<hidden> the claim for {tool}</hidden>'
export const claimAccepted = 'Claim accepted'
export const claimRefused = 'Claim refused'

// What tools are used for (spec 5 §1).
export const capabilitiesTitle = 'Uses'
export const capabilitiesDescription =
  'What tools can be used for, and the words that people search for.'
export const capabilitiesIntro =
  'Visitors find tools by the names and synonyms of their uses. Add the terms that people type; one change applies to all tools with the use.'
export const capabilitiesSearch = 'Search uses'
export const capabilitiesNone = 'No use has this name.'
export const capabilitiesNoneYet = 'No uses yet. Add the first one.'
// Suggested uses of tools that have none.
export const suggestedTitle = 'Suggested uses'
export const suggestedFor = (tool: string) => `Suggested uses of ${tool}`
export const suggestedDescription = 'Uses that the texts of tools name.'
export const suggestedIntro =
  'These tools have no uses yet, and their names, categories or descriptions name some. Without uses, searches find tools by their words alone.'
/** @param total of these tools, and of all without uses */
export const suggestedCount = (total: number, withoutUse: number) =>
  `${formatCount(total)} of ${pluralize(
    withoutUse,
    { one: '{n} tool without uses matches', other: '{n} tools without uses match' },
    formatCount(withoutUse),
  )} uses by their text.`
export const suggestedReview = 'Review suggestions'
export const suggestedNone = 'No suggestions'
export const suggestedNoneMore = 'The texts of tools without uses name none that this site has.'
export const suggestedAccept = 'Accept<hidden> for {name}</hidden>'
export const suggestedDecline = 'None of these<hidden> for {name}</hidden>'
export const suggestedAcceptAll = (count: number) =>
  pluralize(count, { one: 'Accept for {n} tool', other: 'Accept for these {n} tools' })
export const suggestedAccepted = (count: number) =>
  pluralize(count, { one: '{n} tool has uses now', other: '{n} tools have uses now' })
export const capabilitiesBefore = 'Previous page'
export const capabilitiesAfter = 'Next page'
export const capabilityDetail = (category: string, tools: string) => `${category}, ${tools}`
export const capabilitySynonyms = (synonyms: readonly string[]) => `Also: ${synonyms.join(', ')}`
export const capabilityNew = 'Add a use'
export const capabilityEdit = (name: string) => `Edit ${name}`
export const capabilityEditOf = 'Edit<hidden> {name}</hidden>'
export const capabilityName = 'Name *'
export const capabilitySlug = 'Address *'
export const capabilitySlugHint = 'The last part of /best/…, such as kanban-boards. It stays.'
export const capabilityCategory = 'Category *'
export const capabilityText = 'Description'
export const capabilitySynonymsField = 'Synonyms'
export const capabilitySynonymsHint =
  'Up to 40 terms that people search for, with commas between them.'
export const capabilitySave = 'Save'
export const capabilitySaved = (name: string) => `${name} saved`
export const capabilityMerge = 'Merge into another use'
export const capabilityMergeTitle = (name: string, target: string) =>
  `Merge ${name} into ${target}?`
export const capabilityMergeText =
  'Its tools and names move to the other use, and its address redirects. This can’t be undone.'
export const capabilityMergeConfirm = 'Merge'
export const capabilityMerged = (name: string, target: string) => `${name} is now part of ${target}`
export const capabilityRemoveTitle = (name: string) => `Remove ${name}?`
export const capabilityRemoveText = 'Tools lose this use, and its page. This can’t be undone.'
export const capabilityRemoved = (name: string) => `${name} removed`

// The categories (spec 4 §4).
export const catalogTitle = 'Catalog'
export const catalogDescription = 'The categories and attributes of this site.'
export const categoriesTitle = 'Categories'
export const noneYet = 'None yet'
export const catalogIntro =
  'What this site lists. Visitors find the categories in this order. Words in the text of a tool that are names or aliases of a category list the tool there.'
export const categoryDetail = (slug: string, tools: string) => `${slug}, ${tools}`
export const categoryNew = 'Add a category'
export const categorySlugHint =
  'Lower-case letters, digits and hyphens, such as project-planning. It stays.'
export const categoryIcon = 'Icon *'
export const categoryIconHint = (names: readonly string[]) => `An emoji, or ${names.join(', ')}`
export const categoryColor = 'Color *'
export const categorySubcategories = 'Subcategories'
export const categorySubcategoriesHint = 'Up to 20 names, with commas between them.'
export const categoryAliases = 'Aliases'
export const categoryAliasesHint =
  'Up to 40 words by which texts of tools name it, with commas between them. The first one stands in its address.'
export const categoryTrending = 'Trending'
export const categoryMerge = 'Merge into another category'
export const categoryMergeChoose = 'Choose a category'
export const categoryMergeText =
  'Its tools, uses, names and address move to the other category. This can’t be undone.'
export const categoryRemoveText =
  'Only a category without tools and uses can be removed. This can’t be undone.'

// What it knows of each tool besides the built-in facts (spec 4 §5).
export const attributesTitle = 'Attributes'
export const attributesIntro =
  'What this catalog knows of its tools besides pricing, platforms and license. What is not known of a tool is not shown.'
export const KINDS = [
  ['yes_no', 'Yes or no'],
  ['choice', 'One of several'],
  ['choices', 'Some of several'],
  ['number', 'Number'],
  ['text', 'Text'],
  ['date', 'Date'],
  ['link', 'Link'],
] as const
export const attributeDetail = (key: string, kind: string, category: string | null) =>
  [key, KINDS.find(([name]) => name === kind)?.[1].toLowerCase(), category && `only ${category}`]
    .filter(Boolean)
    .join(', ')
export const attributeNew = 'Add an attribute'
export const attributeLabel = 'Label *'
export const attributeKey = 'Key *'
export const attributeKeyHint =
  'Names it in files and addresses, such as sign_in. Lower-case letters, digits and underscores. It stays.'
export const attributeKind = 'Kind *'
export const attributeHelp = 'Help'
export const attributeOptions = 'Options *'
export const attributeOptionsHint =
  'One in each line, such as “SAML”, or “saml: SAML 2.0” with the value that files have.'
export const attributeUnit = 'Unit'
export const attributeCategory = 'Only for tools in'
export const allCategories = 'All categories'
export const ATTRIBUTE_PLACES = [
  ['in_filter', 'In filters'],
  ['on_card', 'On cards'],
  ['in_compare', 'In comparisons'],
] as const
export const attributeClear = 'Remove its values'
export const attributeClearTitle = (label: string) => `Remove all values of ${label}?`
export const attributeClearText =
  'Tools lose their values of this attribute. Their histories keep them.'
export const attributeCleared = (count: number) =>
  pluralize(count, { one: '{n} value removed', other: '{n} values removed' })
export const attributeRemoveText = 'Only an attribute without values can be removed.'
