import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { requireGate } from '../../law/gates.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { Confirming } from '../../protocol/questionnaire.ts';
import type { appropriatenessContract } from './contract.ts';
import { stateOfTest, takeTest, testFor } from './face.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
  /** What else is answered at the same address stands on this area, so it is handed in. */
  readonly confirming: Confirming;
}

type Calls = Handlers<typeof appropriatenessContract>;

export const calls = (app: Needs) => {
  const test: Calls['test'] = async (_input, ctx) => {
    const { id: client, profile } = ctx.client;
    const asked = testFor(profile, app.words.in(ctx.language));
    const state = await stateOfTest(ctx.sql, { client, profile, settings: ctx.settings, now: ctx.now });
    // Nobody reads the questions who cannot answer them now.
    return { version: asked?.version ?? '', questionnaire: state.form_available ? (asked?.questions ?? []) : [], ...state };
  };
  return {
    test,
    testByOldName: test,

    async save({ action, ...input }, ctx) {
      if (action === 'retake-at') return app.confirming.retake(input, ctx);
      if (action === 'additional') return app.confirming.additional(input, ctx);
      const { id: client, profile } = ctx.client;
      requireGate('take_test', profile, ctx.refuse);
      const { answers, version } = input;
      if (answers === undefined) return ctx.refuse('field_required', { field: 'answers' });
      const asked = testFor(profile, app.words.in(ctx.language));
      if (version !== undefined && version !== asked?.version) return ctx.refuse('test_changed');
      const { settings, now } = ctx;
      const told = { client, profile, answers: answers.map(Number), takenIn: 'test', settings, now } as const;
      const outcome = await ctx.transact((sql) => takeTest(sql, told));
      if (outcome.kind === 'incomplete') return ctx.refuse('answers_incomplete', { field: 'answers' });
      if (outcome.kind === 'passed_before') return ctx.refuse('test_not_available_yet');
      if (outcome.kind === 'later')
        return ctx.refuse('test_not_available_yet', { data: { form_available_from: outcome.from.toISOString() } });
      return { success: true, is_passed: outcome.isPassed, max_leverage: outcome.maxLeverage };
    },
  } satisfies Calls;
};
