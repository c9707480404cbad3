import type { Database } from '../../backend/database/database.ts'
export async function loadDemoContent(_database: Database, _today: Date): Promise<void> {}
