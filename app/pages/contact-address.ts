/** Where people write to; operators put their own here. */
export const CONTACT = 'hello@toolmark.example'
