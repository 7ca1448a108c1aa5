import { expect, test } from 'vitest';
import { campaignIn } from './campaign.ts';

test.each([
  ['?agent_id=12345&utm_source=mail&other=x', { agent_id: '12345', campaign: { utm_source: 'mail' } }],
  ['?agent_id=123', {}],
  ['?agent_id=12345678901', {}],
  ['?agent_id=12a45&gclid=%20', {}],
  [`?promo=${'x'.repeat(300)}`, { campaign: { promo: 'x'.repeat(200) } }],
  ['', {}],
])('%s tells %o', (search, told) => {
  expect(campaignIn(search)).toEqual(told);
});
