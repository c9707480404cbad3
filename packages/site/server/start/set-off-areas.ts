import { AREA_PARTS } from '../../app/shared/area-table.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import type { ServiceClient } from '../jobs/service-client.ts'

/** Switches areas off in the database as site.toml does: of several processes the one that was started last decides. */
export async function setOffAreas(service: ServiceClient): Promise<void> {
  const areas = Object.fromEntries(
    IDENTITY.offAreas.map((area) => [area, [...(AREA_PARTS[area].functions ?? [])]]),
  )
  await service.rpc('set_off_areas', { areas }).throwOnError()
}
