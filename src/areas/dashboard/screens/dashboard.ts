import type { AnswerOf } from '../../../ui/api/send.ts';
import type { dashboardContract } from '../contract.ts';

export type Dashboard = AnswerOf<(typeof dashboardContract)['calls']['dashboard']>;
