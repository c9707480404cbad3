// What the Supabase CLI serves by default, and what the suites therefore expect.

export const CLI_PORT = 54_321
export const CLI_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'
