const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a part of a URL is an id; any other text is a slug (spec 2 §4). */
export const isToolId = (part: string) => UUID.test(part)
