import { expect, test } from 'vitest';
import { investorsContract } from './contract.ts';

test('where the money comes from is taken as the form sends what was ticked, and as it was always sent', () => {
  const { funds_sources: sources } = investorsContract.forms.questionnaire.sends.shape;
  expect(sources.parse(['employment', 'savings'])).toBe('employment,savings');
  expect(sources.parse('employment,savings')).toBe('employment,savings');
  for (const none of [[], '', ['lottery'], 'lottery', 'employment,']) expect(sources.safeParse(none).success).toBe(false);
});
