import type { Jobs } from '../../protocol/call.ts';
import { assessChanged, openReviews } from './assessing.ts';
import { chasePapers } from './requests.ts';

interface Needs {
  readonly log: { warn(facts: object, words: string): void };
}

export const jobs = (app: Needs): Jobs => ({
  every: [
    { name: 'risk.changes', seconds: 5, dueBy: 'application', run: (context) => assessChanged({ ...context, log: app.log }) },
    { name: 'risk.reviews', seconds: 600, dueBy: 'application', run: openReviews },
    { name: 'risk.papers', seconds: 600, dueBy: 'application', run: chasePapers },
  ],
});
