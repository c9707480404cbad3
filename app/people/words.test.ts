import { expect, it } from 'vitest'
import { INDUSTRY_OPTIONS, ROLE_OPTIONS, SIZE_OPTIONS } from './words.ts'

const listLabels = (options: readonly (readonly [value: string, label: string])[]) =>
  options.map(([, label]) => label)

it('spec 1 §5: the roles of the form', () => {
  const labels = 'Team Member,Founder,CEO,CTO,Manager,Developer,Designer,Marketing,Sales'
  expect(listLabels(ROLE_OPTIONS)).toEqual(labels.split(','))
})

it('spec 1 §5: the sizes of a company', () => {
  const labels = ['Select size', '1-10', '11-50', '51-200', '201-1000', '1000+']
  expect(listLabels(SIZE_OPTIONS)).toEqual(labels)
})

it('spec 1 §5: the industries of a company', () => {
  const labels = 'Technology,Healthcare,Finance,Education,Retail,Manufacturing,Other'
  expect(listLabels(INDUSTRY_OPTIONS)).toEqual(['Select industry', ...labels.split(',')])
})
