import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { queries } from '../data/query.ts'
import { LoginForm, useLoginForm } from './login-form.tsx'
import { ProofStep } from './password/current-password.tsx'
import ResetPassword from './password/reset-password.tsx'
import UpdatePassword from './password/update-password.tsx'
import { CodeStep } from './second-factor/code-form.tsx'
import { MailedCode } from './second-factor/mailed-code.tsx'
import { SignUpForm, useSignUpForm } from './sign-up/sign-up-form.tsx'

const FORMS: Record<string, FunctionComponent> = {
  login: () => LoginForm({ ...useLoginForm(), onResend: async () => {} }),
  'sign-up': () => SignUpForm(useSignUpForm('/', () => {})),
  'reset of a password': ResetPassword as FunctionComponent,
  'new password': UpdatePassword as FunctionComponent,
  'current password': () => ProofStep({ email: 'ana@x.example', onProved() {}, onCancel() {} }),
  'code of an app': () => CodeStep({}),
  'code of a mail': () => MailedCode({ email: 'ana@x.example', type: 'signup' }),
}

/** The fields of a form in their order: name, or "hidden" for those that no member sees, and `autocomplete`. */
function listFields(form: FunctionComponent) {
  const router = createMemoryRouter([{ path: '/', Component: form }])
  const page = createElement(
    QueryClientProvider,
    { client: queries },
    createElement(RouterProvider, { router }),
  )
  return [...renderToStaticMarkup(page).matchAll(/<input [^>]*>/g)].map(([field]) => {
    const read = (name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(field)?.[1]
    return `${read('name') ?? 'hidden'}: ${read('autocomplete')}`
  })
}

// The words of HTML by which a password manager knows what to fill in, and what to store together.
test.each([
  ['login', ['email: username', 'password: current-password']],
  [
    'sign-up',
    [
      ...['first_name: given-name', 'last_name: family-name', 'username: nickname'],
      ...['email: username', 'password: new-password'],
    ],
  ],
  ['reset of a password', ['email: email']],
  ['new password', ['hidden: username', 'password: new-password', 'again: new-password']],
  ['current password', ['hidden: username', 'current: current-password']],
  ['code of an app', ['code: one-time-code']],
  ['code of a mail', ['code: one-time-code']],
])('the fields of the form "%s" have %j', (name, fields) => {
  expect(listFields(FORMS[name] ?? (() => null))).toEqual(fields)
})
