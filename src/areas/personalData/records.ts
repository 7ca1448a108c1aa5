import { identityRecords } from './identityRecords.ts';
import { businessRecords } from './businessRecords.ts';
import type { PersonalTable } from './tables.ts';

/** Each table that holds something of persons, in the order in which it is told and taken away: what refers to others comes first. */
export const personalTables: Readonly<Record<string, PersonalTable>> = { ...identityRecords, ...businessRecords };
