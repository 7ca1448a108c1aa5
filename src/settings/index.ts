import { z } from 'zod';
import { areaShapes, areaShipped } from './joined.ts';
import { portalSettings } from './portal.ts';

/**
 * Everything that a broker may change without a release: what each area declares in its `settings.ts`, joined by name. Two
 * areas with one name would hide each other, which `settings.test.ts` does not let pass.
 */
export const settingsSchema = z.strictObject({ ...portalSettings.shape, ...areaShapes });

export type Settings = z.output<typeof settingsSchema>;

/** What ships. */
export const defaultSettings: Settings = settingsSchema.parse({ ...portalSettings.shipped, ...areaShipped });
