import { expect, test } from 'vitest';
import { documentsContract } from '../../../src/areas/documents/contract.ts';
import { maxLengthOf, missingOf, sentOf, shownOf } from '../../../src/ui/form/filled.ts';

const { identity } = documentsContract.forms;
const typed = { doc_number: 'K1234567', doc_country: 'CY', no_issue_date: true, no_expiry_date: true, file: '' };
const shown = shownOf(identity.fields, { ...typed, comment: '' }, []);

test('the field is asked for, takes what its call takes, and what is typed into it is sent', () => {
  expect(shown).toContain('comment');
  expect(maxLengthOf(identity, 'comment')).toBe(300);
  expect(sentOf(identity, { ...typed, comment: 'My married name' }, shown)).toMatchObject({ comment: 'My married name' });
});

test('nobody has to fill it in, and empty it is not sent', () => {
  expect(missingOf(identity.fields, { ...typed, comment: '' }, shown)).not.toHaveProperty('comment');
  expect(sentOf(identity, { ...typed, comment: '' }, shown)).not.toHaveProperty('comment');
});
