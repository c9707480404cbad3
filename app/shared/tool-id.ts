const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id-shaped address part is an id, anything else a slug (spec 2 §4). */
export const isToolId = (part: string) => UUID.test(part)
