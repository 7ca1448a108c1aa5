import type { Handlers } from '../../protocol/call.ts';
import { accountCalls, type AccountNeeds } from './account.ts';
import type { passwordsContract } from './contract.ts';
import { profileCalls } from './profile.ts';
import { resetCalls, type ResetNeeds } from './reset.ts';

export type Needs = AccountNeeds & ResetNeeds;

export const calls = (app: Needs) =>
  ({ ...accountCalls(app), ...profileCalls(app), ...resetCalls(app) }) satisfies Handlers<typeof passwordsContract>;
