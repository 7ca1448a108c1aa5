import type { Sql } from '../../base/sql.ts';
import { filesAbout, type FileAbout } from '../files/face.ts';
import type { applicationStatuses } from './contract.ts';
import { shownCriteria } from './rules.ts';
import { evidenceOf, type ApplicationRow } from './store.ts';

/** What its files and its case are about. */
export function aboutApplication({ id }: Pick<ApplicationRow, 'id'>): string {
  return `professional:${id}`;
}

export function statusOf(row: ApplicationRow | undefined): (typeof applicationStatuses)[number] {
  if (!row) return 'none';
  if (row.outcome !== null) return row.outcome;
  return row.requestedAt !== null && row.acceptedAt !== null ? 'waiting' : 'draft';
}

/** Each criterion with its papers, in the order of the criteria. */
export async function evidenceShown(sql: Sql, row: ApplicationRow) {
  const evidence = await evidenceOf(sql, row.id);
  const files = await filesAbout(sql, aboutApplication(row));
  return shownCriteria(evidence).map((criterion) => ({
    criterion,
    files: evidence
      .filter((each) => each.criterion === criterion)
      .flatMap(({ fileId }): FileAbout[] => files.filter(({ id }) => id === fileId)),
  }));
}
