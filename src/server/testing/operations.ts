import type { TestApp } from './app.ts';
import type { TestDatabase } from './database.ts';

/**
 * As if so much time had passed that whoever has claimed a platform operation has lost it, and that its platform's patience is over:
 * whatever is under way may be taken over, and an empty look-up counts. Of one subject (`remittance:512`) when that is given.
 */
export async function outlastOperations({ owner }: Pick<TestDatabase, 'owner'>, subject: string | null = null): Promise<void> {
  await owner.sql.run(
    `update platform_operation set lease_until = now() - interval '1 second', asked_at = asked_at - interval '1 hour'
      where state in ('asking', 'looking', 'unknown', 'idle') and ($1::text is null or subject = $1)`,
    [subject],
  );
}

/** As if only the claims had run out: the platforms have still time to act. */
export async function outlastClaims({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.sql.run(
    `update platform_operation set lease_until = now() - interval '1 second' where state in ('asking', 'looking', 'unknown', 'idle')`,
  );
}

/** As if every claim had run out and so many patiences of the platforms had gone by since the last sending. */
export async function outlastPatience({ owner, opened }: Pick<TestApp, 'owner' | 'opened'>, patiences: number): Promise<void> {
  const { patienceSeconds } = opened.app.settings().platform;
  await owner.sql.run(
    `update platform_operation set lease_until = now() - interval '1 second', asked_at = now() - make_interval(secs => $1)
      where state in ('asking', 'looking', 'unknown', 'idle')`,
    [patienceSeconds * patiences],
  );
}
